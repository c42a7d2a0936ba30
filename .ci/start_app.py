"""Start the app on a pseudo-terminal, wait until it shows its name, press q, expect exit status 0."""

import os
import pty
import select
import sys
import time

SECONDS = 30

pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
    os.execv(sys.argv[1], sys.argv[1:])

import fcntl  # noqa: E402
import struct  # noqa: E402
import termios  # noqa: E402

fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
seen = b""
asked = False
deadline = time.monotonic() + SECONDS
while time.monotonic() < deadline:
    if not select.select([terminal], [], [], 1)[0]:
        continue
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    seen += chunk
    if not asked and b"attn-tui" in seen:
        os.write(terminal, b"q")
        asked = True
else:
    sys.exit(f"{sys.argv[1:]} did not show itself and leave within {SECONDS} s")
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(" ".join(sys.argv[1:]), "left with status", status)
sys.exit(status)

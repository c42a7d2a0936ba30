"""A hub on this machine with the models that it is given, as far as huggingface_hub asks for them."""

import json
import threading
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "c0ffee" * 6 + "c0ff"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._answer(with_body=True)

    def do_HEAD(self):
        self._answer(with_body=False)

    def _answer(self, with_body):
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        status, headers, body = self._find(path)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def _find(self, path):
        for name, folder in self.server.models.items():
            if folder is None and name in path:
                return 403, {"X-Error-Code": "GatedRepo"}, b"{}"
            if path == f"/api/models/{name}":
                files = [
                    {"rfilename": file.name, "size": file.stat().st_size}
                    for file in folder.iterdir()
                ]
                answer = {"id": name, "sha": COMMIT, "siblings": files}
                return 200, {"Content-Type": "application/json"}, json.dumps(answer).encode()
            file = path.removeprefix(f"/{name}/resolve/{COMMIT}/")
            if file != path and (folder / file).exists():
                body = (folder / file).read_bytes()
                tag = f'"{sha256(body).hexdigest()}"'
                return 200, {"ETag": tag, "X-Repo-Commit": COMMIT}, body
        return 404, {"X-Error-Code": "RepoNotFound"}, b"{}"

    def log_message(self, *_):
        pass


@contextmanager
def hub_server(models):
    """A server of {name: folder}, None for one that is gated; `asked` lists the paths asked for."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.models, server.asked = models, []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

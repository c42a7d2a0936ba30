// Begins what textual.js has ready: with the address of this server, once the font can be measured.

const terminal = document.querySelector(".textual-terminal");
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
terminal.dataset.sessionWebsocketUrl = `${scheme}//${location.host}/ws`;

const open = window.onload;
window.onload = null;
const styles = ["16px", "bold 16px", "italic 16px"];
Promise.allSettled(styles.map((style) => document.fonts.load(`${style} "Roboto Mono"`))).then(open);

const again = document.querySelector(".ended button");
again.addEventListener("click", () => location.reload());

// The keys belong to the app as soon as it is there, and to the button when it is gone.
new MutationObserver(() => {
  const state = document.body.classList;
  if (state.contains("-closed")) again.focus();
  else if (state.contains("-first-byte")) document.querySelector(".xterm-helper-textarea").focus();
}).observe(document.body, { attributeFilter: ["class"] });

"use strict";
/* Shows the arithmetic of the cell that is pointed at, and lights what it was made of. */
for (const board of document.querySelectorAll(".board")) {
  const said = board.nextElementSibling;
  const result = board.querySelector(".result");
  const place = (cell) => [cell.parentElement.rowIndex - 1, cell.cellIndex - 1];
  const tables = [...board.querySelectorAll(".matrix")];

  const light = (row, column) => {
    board.querySelectorAll(".lit, .along").forEach((each) => each.classList.remove("lit", "along"));
    for (const matrix of tables) {
      const rows = matrix.querySelectorAll("tbody tr");
      const heads = matrix.querySelectorAll("thead th");
      const is = (name) => matrix.classList.contains(name);
      const at = rows.length === 1 ? 0 : row;
      if (!is("top") && rows[at]) rows[at].cells[0].classList.add("lit");
      if (!is("left") && heads[column]) heads[column].classList.add("lit");
      if (is("left") && rows[at]) {
        for (const cell of [...rows[at].cells].slice(1)) cell.classList.add("along");
      } else if (is("top")) {
        for (const each of rows) if (each.cells[column + 1]) each.cells[column + 1].classList.add("along");
      } else if (rows[at] && rows[at].cells[column + 1]) {
        rows[at].cells[column + 1].classList.add(is("result") ? "lit" : "along");
      }
    }
  };

  const tell = (cell) => {
    const [row, column] = place(cell);
    const table = cell.closest("table");
    const name = cell.closest(".matrix").dataset.symbol;
    const labels = [table.tBodies[0].rows[row].cells[0], table.tHead.rows[0].cells[column + 1]];
    const bold = document.createElement("b");
    bold.textContent = `${name}[${labels.map((each) => each.textContent).join(", ")}]`;
    said.replaceChildren(bold, ` = ${cell.title || cell.textContent}`);
    if (result.contains(cell)) light(row, column);
  };

  const cellOf = (event) => event.target.closest && event.target.closest("tbody td");
  for (const kind of ["pointerover", "focusin", "click"]) {
    board.addEventListener(kind, (event) => { if (cellOf(event)) tell(cellOf(event)); });
  }

  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  result.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    const step = steps[event.key];
    if (!cell || !step) return;
    const [row, column] = place(cell);
    const line = cell.closest("tbody").rows[row + step[0]];
    const next = line && column + step[1] >= 0 && line.cells[column + step[1] + 1];
    event.preventDefault();
    if (!next) return;
    result.querySelectorAll("td[tabindex='0']").forEach((each) => { each.tabIndex = -1; });
    next.tabIndex = 0;
    next.focus();
  });

  light(...place(result.querySelector("td[tabindex='0']")));
}
addEventListener("beforeprint", () => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
});

"use strict";
// Sorts a table by the column whose heading is clicked: numbers from the largest, words from A, and the other way round the second time.
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => heading.firstElementChild.addEventListener("click", () => {
    const numeric = heading.classList.contains("n");
    const before = heading.getAttribute("aria-sort");
    const descending = before ? before === "ascending" : numeric;
    const body = table.tBodies[0];
    const key = (row) => row.cells[column].dataset.sort;
    const compare = numeric
      ? (a, b) => (key(a) === "" ? -Infinity : Number(key(a))) - (key(b) === "" ? -Infinity : Number(key(b))) || 0
      : (a, b) => key(a).localeCompare(key(b), "en", { numeric: true });
    const rows = [...body.rows].sort((a, b) => descending ? compare(b, a) : compare(a, b));
    body.append(...rows);
    for (const other of headings) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  }));
}

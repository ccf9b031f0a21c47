const EMPTY = /^(?:n\/?a|n\.a\.|#n\/a|null|nan|[-–—]+)?$/i;

/** Whether a cell says that nothing is there: empty, or `n/a`, `-`, `null` in a column that is not text. */
export function isEmptyCell(cell: string): boolean {
  return cell.length <= 5 && EMPTY.test(cell);
}

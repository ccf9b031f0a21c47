/** Lines by which a separator is told. */
const SAMPLE = 50;
const SEPARATORS = ['\t', ';', '|', ','];

/**
 * The separator of a text whose name does not say that it is a table: every line of its beginning has it equally often,
 * quotation marks aside. Null where there is none, as in prose.
 */
export function separatorIn(text: string): string | null {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE);
  if (lines.length < 2 || /^\s*</.test(text)) return null;
  const found = SEPARATORS.find((separator) => {
    const counts = lines.map((line) => countOutsideQuotes(line, separator));
    const [first = 0] = counts;
    // Two lines of prose may well have one comma each.
    return first > 0 && (first > 1 || separator !== ',') && counts.every((count) => count === first);
  });
  return found ?? null;
}

function countOutsideQuotes(line: string, separator: string): number {
  let isQuoted = false;
  let count = 0;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) count++;
  }
  return count;
}

/**
 * The text of a JSON-like value with everything in its double-quoted strings left out: what can be searched for
 * constants, comments and commas without meeting them in somebody's data.
 */
export function outsideStrings(source: string): string {
  let kept = '';
  let from = 0;
  for (let index = 0; index < source.length; index++) {
    if (source[index] !== '"') continue;
    kept += source.slice(from, index + 1);
    index = closingQuote(source, index);
    from = index;
  }
  return kept + source.slice(from);
}

function closingQuote(source: string, open: number): number {
  for (let index = open + 1; index < source.length; index++) {
    if (source[index] === '\\') index++;
    else if (source[index] === '"') return index;
  }
  return source.length;
}

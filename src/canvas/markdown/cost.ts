/**
 * What finding the marks inside one block may cost, at worst, in characters looked at: from each mark a pattern may look through
 * the whole text, and from each character of a word or of a run of blanks through the rest of it.
 */
export function inlineCost(text: string): number {
  return text.length * marksIn(text) + squaredRuns(text);
}

/**
 * What finding the blocks of a text may cost: rules look from a line at all that follow, within a line as above, and a table fills
 * each of its rows up to the columns of its head.
 */
export function blockCost(text: string): number {
  if (isFencedCode(text)) return text.length;
  const lines = text.split('\n');
  let cost = (text.length * lines.length) / 2;
  let columns = 0;
  for (const line of lines) {
    cost += inlineCost(line);
    columns = Math.max(columns, line.split('|').length);
  }
  return cost + (columns > 2 ? lines.length * columns * COST_OF_CELL : 0);
}

const COST_OF_CELL = 50;

/** Whether it is one block of code, whose marks are none: it ends with its fence, or with the text. */
function isFencedCode(text: string): boolean {
  const [, fence] = /^(`{3,16}|~{3,16})[^`~\n]*\n/.exec(text) ?? [];
  if (fence === undefined) return false;
  const end = text.indexOf(`\n${fence}`, fence.length);
  return (
    end === -1 ||
    !text
      .slice(end + 1)
      .trimEnd()
      .includes('\n')
  );
}

function marksIn(text: string): number {
  let marks = 1;
  for (const character of text) if (MARKS.has(character)) marks += 1;
  return marks;
}

/** The squares of the lengths of what stands together: characters of a word, or blanks. */
function squaredRuns(text: string): number {
  let squares = 0;
  for (const [run] of text.matchAll(/\s+|[^\s*_~`[\]()<>|#\\&:!"]+/g)) squares += run.length * run.length;
  return squares;
}

const MARKS = new Set('*_~`[]()<>|#@\\&:!"');

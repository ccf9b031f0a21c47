/** A piece longer than this ends with its line. */
const LONG = 8_000;
const FENCE = /^(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)$/m;
/** What goes on after an empty line: what is indented, and the next item of a list. */
const GOES_ON = /^(?:[ \t]|[-*+]|\d{1,9}[.)])/;

/**
 * Cuts a Markdown text where blocks end, so that each piece can be read by itself: around fenced code, and at empty lines that no
 * list goes on after. Together the pieces are the text. Only code and tables are longer than others, because half of one is none.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let fence: string | null = null;
  let afterBlank = false;
  const cut = (): void => {
    if (piece !== '') pieces.push(piece);
    piece = '';
  };
  for (const line of linesOf(text)) {
    const opened: string | null = fence === null ? fenceOf(line) : null;
    const isBlank = line.trim() === '';
    const isLong = piece.length + line.length > LONG && !line.startsWith('|');
    if (fence === null && (opened !== null || isLong || (afterBlank && !isBlank && !GOES_ON.test(line))))
      cut();
    piece += line;
    afterBlank = isBlank;
    if (fence !== null && closes(line, fence)) {
      fence = null;
      cut();
    } else fence ??= opened;
  }
  cut();
  return pieces;
}

/** The lines, with their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function fenceOf(line: string): string | null {
  const found = FENCE.exec(line);
  return found?.[1] ?? found?.[2] ?? null;
}

function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.startsWith(fence) && marks === marks.charAt(0).repeat(marks.length);
}

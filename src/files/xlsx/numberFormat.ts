/** What the format of a cell says that its number is. */
export type CellFormat =
  | { readonly is: 'number' }
  | { readonly is: 'percent' }
  | { readonly is: 'measure'; readonly unit: string }
  /** Filled up with zeros, as ids are: `00042`. */
  | { readonly is: 'id'; readonly digits: number }
  | { readonly is: 'date' | 'timestamp' | 'time' | 'duration' };

const NUMBER: CellFormat = { is: 'number' };

/**
 * Formats that a workbook names by number alone (ECMA-376, 18.8.30). Those of money (5 to 8, 37 to 44) show the currency of
 * whoever opens it, which is nobody's: they stay numbers.
 */
const BUILT_IN: Readonly<Record<number, CellFormat>> = {
  9: { is: 'percent' },
  10: { is: 'percent' },
  14: { is: 'date' },
  15: { is: 'date' },
  16: { is: 'date' },
  17: { is: 'date' },
  18: { is: 'time' },
  19: { is: 'time' },
  20: { is: 'time' },
  21: { is: 'time' },
  22: { is: 'timestamp' },
  45: { is: 'duration' },
  46: { is: 'duration' },
  47: { is: 'duration' },
};

export function builtInFormat(id: number): CellFormat {
  return BUILT_IN[id] ?? NUMBER;
}

/** What stands in a format code and is not shown: colours, conditions, padding, what fills a cell, escapes. */
const UNSEEN = /_.|\*.|\[(?:[<>=][^\]]{0,30}|[A-Za-z]{3,10}\d{0,2})\]/g;
const CURRENCY = /\[\$([^\]-]{0,20})(?:-[^\]]{0,30})?\]/g;
const QUOTED = /"([^"]*)"/g;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;

/**
 * What a format code says, by its first section.
 *
 * @example formatOf('#,##0.00 [$€-407]') // { is: 'measure', unit: '€' }
 */
export function formatOf(code: string): CellFormat {
  if (code.length > 255) return NUMBER;
  const section = firstSection(code);
  if (ELAPSED.test(section)) return { is: 'duration' };
  const shown = section.replace(UNSEEN, '').replace(/\\(.)/g, '"$1"').replace(CURRENCY, '"$1"');
  const pattern = shown.replace(QUOTED, '');
  const literal = [...shown.matchAll(QUOTED)]
    .map(([, text = '']) => text)
    .join('')
    .trim();
  if (/^00+$/.test(pattern) && literal === '') return { is: 'id', digits: pattern.length };
  if (/[0#?]/.test(pattern)) {
    if (pattern.includes('%') || literal === '%') return { is: 'percent' };
    const bare = /[$€£¥]/.exec(pattern)?.[0] ?? '';
    const unit = literal === '' ? bare : literal;
    return unit === '' ? NUMBER : { is: 'measure', unit };
  }
  return momentOf(pattern) ?? NUMBER;
}

/** Sections are for positive, negative and zero, parted by semicolons outside of quotation marks. */
function firstSection(code: string): string {
  let isQuoted = false;
  for (let index = 0; index < code.length; index++) {
    if (code[index] === '"') isQuoted = !isQuoted;
    else if (code[index] === ';' && !isQuoted) return code.slice(0, index);
  }
  return code;
}

function momentOf(pattern: string): CellFormat | null {
  const hasDay = /[dy]/i.test(pattern);
  const hasClock = /[hs]/i.test(pattern);
  if (hasDay || (!hasClock && /m/i.test(pattern))) return { is: hasClock ? 'timestamp' : 'date' };
  if (!hasClock) return null;
  // `mm:ss` has no hour: it says how long.
  return { is: /h/i.test(pattern) ? 'time' : 'duration' };
}

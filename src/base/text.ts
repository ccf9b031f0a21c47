const NOTHING = /^(?:n\/?a|n\.a\.|#n\/a|null|nan|[-–—]+)?$/i;
/** Longer than any of these: what is longer is text. */
const LONGEST = 8;

/** Whether a text is nothing, or what people write where there is nothing: `n/a`, `-`, `null`. */
export function isBlank(text: string): boolean {
  return text.length <= LONGEST && NOTHING.test(text.trim());
}

/** "1 row", "2 rows". */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The same as people read it, with commas between thousands: "1,248 rows". The number is a whole one. */
export function counted(number: number, one: string): string {
  return `${inThousands(number)} ${number === 1 ? one : `${one}s`}`;
}

function inThousands(number: number): string {
  if (number < 1000) return String(number);
  return `${inThousands(Math.trunc(number / 1000))},${String(number % 1000).padStart(3, '0')}`;
}

/**
 * Characters that act instead of being seen: controls (a terminal obeys them), marks of direction (they reorder what is read),
 * line and paragraph separators, and invisible ones. Joiners and variation selectors are left, because scripts and emoji need
 * them.
 *
 * @see https://www.unicode.org/reports/tr36/ (Unicode security considerations)
 */
const ACTING =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/**
 * Writes control characters as escapes, so that a text of a document does nothing where it is printed (case B2).
 *
 * @param write how the syntax around it writes one; by default as JSON and JavaScript do in strings, in UTF-16 units
 * @example escapeControls('a\u001b[2J') // 'a\\u001b[2J'
 */
export function escapeControls(text: string, write: (character: string) => string = unicodeEscape): string {
  return text.replace(ACTING, write);
}

/**
 * The same for text that is JSON: line feeds are left, because in JSON they only stand between values. What it gives reads
 * back equal.
 */
export function escapeControlsInJson(json: string): string {
  return escapeControls(json, (character) => (character === '\n' ? character : unicodeEscape(character)));
}

function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A span of time in the shortest words that keep it readable: "61 ms", "2.4 s", "12 s", "3 min 20 s", "5 h 4 min". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, for people: "1 byte", "812 bytes", "3.4 kB", "127 kB", "50 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let size = bytes / 1_000;
  let unit = 0;
  // What would be rounded to 1,000 of a unit is one of the next.
  for (; size >= 999.5 && unit < UNITS.length - 1; unit++) size /= 1_000;
  return `${size < 99.95 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${UNITS[unit]}`;
}

/** Four bytes of UTF-8 a token, the usual rule of thumb. */
const BYTES_A_TOKEN = 4;

/** How many tokens a text of so many bytes of UTF-8 is, about. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_TOKEN);
}

/**
 * The candidate that differs least from a word, when it is close enough to be a slip of the pen: at most a third
 * of the letters of the shorter one. So of one or two letters none is wrong: nobody can tell what "x" was to be, and
 * only capitals may be other ones there. Only ever a hint for a person or a model; nothing is matched by likeness (case E1).
 *
 * @example nearest('capabilty', ['capability', 'condition']) // 'capability'
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const most = Math.floor(Math.min(word.length, candidate.length) / 3);
    if (Math.abs(candidate.length - word.length) > Math.min(most, least - 1)) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= most && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Candidates by how little they differ from a word, else in their order. */
export function byNearness(word: string, candidates: Iterable<string>): readonly string[] {
  const far = (candidate: string): number => editDistance(word.toLowerCase(), candidate.toLowerCase());
  return [...candidates]
    .map((candidate) => ({ candidate, distance: far(candidate) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean "…"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const hint = nearest(word, candidates);
  return hint === null ? '' : `Did you mean "${hint}"? `;
}

/**
 * How many letters must be added, left out, changed or swapped with their neighbour (Damerau's distance in its
 * restricted form), one row at a time.
 */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const added = Math.min(at(row, j), at(next, j - 1)) + 1;
      const changed = at(row, j - 1) + (isSame ? 0 : 1);
      next.push(Math.min(added, changed, isSwapped ? at(before, j - 2) + 1 : changed));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Milliseconds since the Unix epoch of a time as RFC 3339 writes it; null when the text is none. Parts of a
 * millisecond are dropped. Pure, so that the kernel's hosts agree on it.
 *
 * @example timeOf('1970-01-01T01:00:00+01:00') // 0
 */
export function timeOf(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour, offsetMinute] =
    match;
  const days = daysSinceEpoch(Number(year), Number(month), Number(day));
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === '-' ? -1 : 1);
  const minutes = (days * 24 + Number(hour)) * 60 + Number(minute) - offset;
  return (minutes * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** Days from 1970-01-01 in the Gregorian calendar: years are counted from March, so that leap days come last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether a text is a whole month, the beginning of the ISO 8601 dates in it: `2026-03`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** A piece of a question: a word, a number, a quoted text or a comparison sign. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly stem: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: number; readonly percent: boolean }
  | { readonly kind: 'date'; readonly text: string }
  /** A time of day on a clock of 24 hours: `18:00`. */
  | { readonly kind: 'clock'; readonly text: string }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string };

const TOKEN =
  /"([^"]*)"|“([^“”]*)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}:])(\d{2}:\d{2})(?![\p{L}\p{N}:])|(\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{4})(?![\p{L}\p{N}])|((?:(?<![\p{L}\p{N}])[-−])?[$€£]?\d+(?:,\d{3})*(?:\.\d+)?)\s?(%|[kKmM](?![\p{L}\p{N}]))?(?![\p{L}\p{N}])|([<>!]=|<>|[<>=≥≤≠])|([\p{L}\p{N}][\p{L}\p{N}'’]*)/gu;

/** "hasn't", "havent": a verb and a "not". */
const NEGATED = /\b(is|are|was|were|do|does|did|has|have|had|would|should|could)n['’]?t\b/gi;

/** "what % of trips": a word, where no number stands before it. */
const PERCENT = /(?<=^|\p{L}\s)%(?=\s)/gu;

/** "day of the week": the one word that a column of them is called by. */
const WEEKDAYS = /\bdays? of (?:the )?week\b/gi;

/** "paid on time", of a column “Paid on”: one word, in values and heads as well. */
const ON_TIME = /\bon time\b/gi;

/** "1.5 million", "20 thousand": a number with its factor. */
const MANY = /(\d)\s?(thousand|million)\b/gi;

/** "doctor / nurse": either of them. */
const STROKE = /(?<=\p{L}) \/ (?=\p{L})/gu;

/** Lengths of time that have no number: "more than half an hour". */
const PARTS_OF_HOURS: readonly (readonly [RegExp, string])[] = [
  [/\bhalf an? hour\b/gi, '30 minutes'],
  [/\b(?:a )?quarter of an hour\b/gi, '15 minutes'],
  [/\ban hour and a half\b/gi, '90 minutes'],
  [/(?<=\bthan )an hour\b/gi, '1 hour'],
  [/(?<=\bthan )a day\b/gi, '1 day'],
];

/** "6 pm", "6:30 p.m.", "9:15", "before noon": as a clock of 24 hours has it. Which half of the day "3 o'clock" is in, nobody says. */
const CLOCKS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}:.,])(\d{1,2})(?::([0-5]\d))?\s?([ap])\.?m\b\.?/giu,
  /(?<![\p{L}\p{N}:.,])(\d{1,2}):([0-5]\d)(?![\p{L}\p{N}:])/gu,
];
const NOON = /(?<=\b(?:before|after|until|till|at|since|from|and|to)\s)(?:noon|midday)\b/gi;

function onClock(whole: string, hours: string, minutes = '00', half = ''): string {
  const [hour, isHalf] = [Number(hours), /^[ap]$/i.test(half)];
  if (isHalf ? hour < 1 || hour > 12 : hour > 23) return whole;
  const full = isHalf ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour;
  return `${String(full).padStart(2, '0')}:${minutes}`;
}

/**
 * Splits text into tokens: `unitPrice`, `unit_price` and `unit price` give the same two words, and so do `hasn't` and
 * `has not`.
 */
export function tokensOf(text: string): readonly Token[] {
  const spaced = PARTS_OF_HOURS.reduce((said, [words, number]) => said.replace(words, number), text)
    .replace(MANY, (_, digits: string, word: string) => `${digits}${/^t/i.test(word) ? 'k' : 'm'}`)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .replace(NEGATED, '$1 not')
    .replace(PERCENT, ' percent ')
    .replace(WEEKDAYS, 'weekday')
    .replace(ON_TIME, 'ontime')
    .replace(STROKE, ' or ')
    .replace(NOON, '12:00');
  const clocked = CLOCKS.reduce((said, clock) => said.replace(clock, onClock), spaced);
  const tokens: Token[] = [];
  for (const match of clocked.matchAll(TOKEN)) {
    const [whole, double, curly, single, clock, date, number, unit, sign, word] = match;
    const quoted = double ?? curly ?? single;
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted.trim() });
    else if (clock !== undefined) tokens.push({ kind: 'clock', text: clock });
    else if (date !== undefined) tokens.push(dateToken(date));
    else if (number !== undefined) tokens.push(numberToken(whole, number, unit));
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (word !== undefined) tokens.push(wordToken(word));
  }
  return tokens;
}

/** The stems of the words of a name, which is how names are compared. */
export function stemsOf(text: string): readonly string[] {
  return tokensOf(text).flatMap((token) => (token.kind === 'quoted' ? stemsOf(token.text) : [stemOf(token)]));
}

/** What a token is compared by. */
export function stemOf(token: Token): string {
  return token.kind === 'word' ? token.stem : token.text.toLowerCase();
}

/** The words of a list, to look one up. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** What was said, word for word. */
export function textOf(said: readonly { readonly text: string }[]): string {
  return said.map(({ text }) => text).join(' ');
}

/** Whether a word is written as one of several. */
export function isPlural(token: Token | undefined): boolean {
  const text = token?.kind === 'word' ? token.text.toLowerCase() : '';
  return text !== '' && singular(text) !== text;
}

function numberToken(whole: string, digits: string, unit: string | undefined): Token {
  const plain = Number(digits.replace('−', '-').replaceAll(/[,$€£]/g, ''));
  const factor = unit === undefined || unit === '%' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000;
  return { kind: 'number', text: whole.trim(), value: plain * factor, percent: unit === '%' };
}

/** `3.4.2025` is the third of April; `3/4/2025` may be the fourth of March as well, and is no date before somebody says so. */
function dateToken(text: string): Token {
  const [first = '', second = '', year = ''] = text.split(/[./]/);
  if (year === '') return { kind: 'date', text };
  const [day, month] = text.includes('/') && Number(second) > 12 ? [second, first] : [first, second];
  const isClear = text.includes('.') || Number(day) > 12 || Number(first) === Number(second);
  if (!isClear || Number(month) > 12 || Number(day) > 31) return { kind: 'word', text, stem: text };
  return { kind: 'date', text: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
}

function wordToken(word: string): Token {
  const text = word.replace(/['’]s?$/, '').replaceAll(/['’]/g, '');
  return { kind: 'word', text: text === '' ? word : text, stem: inFull(singular(text.toLowerCase())) };
}

/** What heads and people write short: both are compared in full. None of these is another word as well. */
const SHORT: Readonly<Record<string, string>> = {
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  acct: 'account',
  addr: 'address',
  amt: 'amount',
  cust: 'customer',
  dept: 'department',
  dt: 'date',
  emp: 'employee',
  grp: 'group',
  hrs: 'hour',
  inv: 'invoice',
  lvl: 'level',
  mgr: 'manager',
  pct: 'percent',
  prod: 'product',
  qty: 'quantity',
  yr: 'year',
  yrs: 'year',
};

function inFull(stem: string): string {
  return Object.hasOwn(SHORT, stem) ? (SHORT[stem] ?? stem) : stem;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  feet: 'foot',
  species: 'species',
  series: 'series',
};

/** The singular of an English noun by its ending; both sides of a comparison pass it, so it need not be a word. */
function singular(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(word) && !/(?:[^s]s|[aeiou]z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

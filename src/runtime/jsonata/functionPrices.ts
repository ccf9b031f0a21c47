import { LIMITS } from '#base';
import { checkJsonata } from '#plan';
import { expressionError } from './expressionError';
import { CHARACTERS_PER_STEP, type JsonataMeter } from './meter';
import { INDENTED, ITS_LENGTH, LISTS, TRUTH, TWO_LEVELS, WHOLE, WRITTEN, weightOf } from './weight';

type Given = readonly unknown[];

/** Pays for a call of a function of the library. @returns what it is called with, watched where it calls back */
type Price = (given: Given, meter: JsonataMeter) => Given;

/** What a call of a function costs before it begins; by its arguments, in characters that it goes through. */
export function priceOf(name: string): Price {
  const price = PRICES[name] ?? byLength;
  return (given, meter) => {
    // The library would divide an endless number until it is small.
    if (given.some((one) => typeof one === 'number' && !Number.isFinite(one)))
      throw expressionError(`$${name} is given a number that is not finite`);
    return price(given, meter);
  };
}

const byLength: Price = (given, meter) => {
  for (const one of given) meter.spendCharacters(weightOf(one, ITS_LENGTH));
  return given;
};

const free: Price = (given) => given;

/** Texts that it takes apart character by character, which takes ten times as long. */
const byCharacter: Price = (given, meter) => {
  for (const one of given) meter.spend((weightOf(one, ITS_LENGTH) * 10) / CHARACTERS_PER_STEP);
  return given;
};

const by =
  (reading: typeof WHOLE): Price =>
  (given, meter) => {
    for (const one of given) meter.spendCharacters(weightOf(one, reading));
    return given;
  };

/** What it calls back is asked for a truth. */
const asking: Price = ([items, ask, ...more], meter) => {
  meter.spendCharacters(weightOf(items, ITS_LENGTH));
  return [items, watched(ask, (answer) => meter.spendCharacters(weightOf(answer, TRUTH))), ...more];
};

const largest =
  (choose: (one: number, other: number) => number): Price =>
  (given, meter) => {
    byLength(given, meter);
    const [numbers] = given;
    // Handed over as so many arguments, a long list overflows the stack of one host and not of another.
    return Array.isArray(numbers) && numbers.length > 0 ? [[numbers.reduce(choose)]] : given;
  };

const PRICES: Readonly<Record<string, Price>> = {
  count: free,
  exists: free,
  max: largest((one, other) => Math.max(one, other)),
  min: largest((one, other) => Math.min(one, other)),
  string: ([value, isIndented], meter) => {
    meter.spendCharacters(weightOf(value, isIndented === true ? INDENTED : WRITTEN));
    return [value, isIndented];
  },
  clone: by(WRITTEN),
  boolean: by(TRUTH),
  not: by(TRUTH),
  lookup: by(LISTS),
  keys: by(TWO_LEVELS),
  merge: by(TWO_LEVELS),
  filter: asking,
  single: asking,
  sift: asking,
  length: byCharacter,
  substring: byCharacter,
  pad: (given, meter) => {
    const [, width, filling] = given;
    const filled = textLength(filling) || 1;
    meter.spendCharacters(typeof width === 'number' ? Math.abs(width) * filled : 0);
    return byCharacter(given, meter);
  },
  join: (given, meter) => {
    const [texts, separator] = given;
    meter.spendCharacters(weightOf(texts, TWO_LEVELS));
    if (Array.isArray(texts)) meter.spendCharacters(texts.length * textLength(separator));
    return given;
  },
  replace: (given, meter) => {
    byLength(given, meter);
    const [text, pattern, replacement, limit] = given;
    const long = textLength(replacement);
    if (typeof text === 'string' && typeof pattern === 'string' && pattern !== '')
      meter.spendCharacters(countIn(text, pattern) * long);
    const inserted = typeof replacement === 'string' ? replacement.split('$').length - 1 : 0;
    const paid = (match: number): number => long + inserted * (match + CHARACTERS_PER_INSERTION);
    return [text, matching(pattern, meter, paid), replacement, limit];
  },
  split: (given, meter) => {
    byLength(given, meter);
    const [text, separator, ...more] = given;
    return [text, matching(separator, meter), ...more];
  },
  match: (given, meter) => {
    byLength(given, meter);
    const [text, pattern, ...more] = given;
    return [text, matching(pattern, meter), ...more];
  },
  spread: (given, meter) => {
    for (const one of given) {
      meter.spendCharacters(weightOf(one, TWO_LEVELS));
      if (Array.isArray(one)) meter.spendCopies(one.length);
    }
    return given;
  },
  sort: (given, meter) => {
    const [items] = given;
    if (Array.isArray(items)) meter.spendCopies(items.length);
    return given;
  },
  distinct: (given, meter) => {
    // Each is compared with each that is different.
    const [items] = given;
    const each = weightOf(items, WHOLE);
    if (Array.isArray(items)) meter.spend((items.length * each) / (100 * CHARACTERS_PER_STEP));
    return given;
  },
  formatNumber: (given, meter) => {
    const [, picture, options] = given;
    checkNumberFormat(options);
    return squared(given, textLength(picture), meter);
  },
  formatInteger: (given, meter) => {
    const [value, picture] = given;
    checkRoman(value, picture);
    return squared(given, textLength(picture), meter);
  },
  parseInteger: (given, meter) => {
    byLength(given, meter);
    const [text, picture] = given;
    meter.spendCharacters(textLength(text) * textLength(picture));
    return given;
  },
  fromMillis: (given, meter) => {
    const [, picture] = given;
    checkPicture(picture);
    return squared(given, textLength(picture), meter);
  },
  toMillis: (given, meter) => {
    const [text, picture] = given;
    meter.spend(checkParsing(text, picture) / CHARACTERS_PER_STEP);
    return squared(given, textLength(picture), meter);
  },
  base64encode: (given, meter) => {
    const [text] = given;
    // A browser refuses these, Node would cut them off.
    if (typeof text === 'string' && /[^\0-\xff]/.test(text))
      throw expressionError('$base64encode takes characters up to U+00FF only');
    return byLength(given, meter);
  },
  base64decode: (given, meter) => {
    const [text] = given;
    byLength(given, meter);
    if (typeof text === 'string' && !isBase64(text))
      throw expressionError('$base64decode is given no Base64');
    return given;
  },
  eval: (given, meter) => {
    const [source] = given;
    if (typeof source !== 'string') return given;
    // It is read twice: here, and where it is evaluated.
    meter.spend(20 + Math.min(source.length, LIMITS.expressionCharacters) / 20);
    const unreadable = checkJsonata(source);
    if (unreadable !== null)
      throw expressionError(`what $eval is given cannot be evaluated. ${unreadable.message}`);
    return given;
  },
};

/** What it takes to read one `$1` of a replacement. */
const CHARACTERS_PER_INSERTION = 50;

/** Pictures are gone through once for each of their separators. */
function squared(given: Given, length: number, meter: JsonataMeter): Given {
  meter.spendCharacters(length * length);
  return given;
}

function textLength(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function countIn(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/** As a browser reads it. */
function isBase64(text: string): boolean {
  const plain = text.replace(/[\t\n\f\r ]/g, '');
  const bare = plain.length % 4 === 0 ? plain.replace(/={1,2}$/, '') : plain;
  return bare.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(bare);
}

/** A matcher may be the author's own function, and say of any place that it matches there. */
function matching(matcher: unknown, meter: JsonataMeter, extra = (_match: number): number => 0): unknown {
  let at = 0;
  return watched(matcher, function pay(found): unknown {
    if (typeof found !== 'object' || found === null) return found;
    const start: unknown = Reflect.get(found, 'start');
    const end: unknown = Reflect.get(found, 'end');
    const from = typeof start === 'number' ? start : 0;
    const length = textLength(Reflect.get(found, 'match'));
    meter.spend((Math.abs(from - at) + length + extra(length)) / CHARACTERS_PER_STEP);
    at = typeof end === 'number' ? end : from;
    return { ...found, next: watched(Reflect.get(found, 'next'), pay) };
  });
}

/** A function that is called back, and what is done with what it gives. */
function watched(callback: unknown, look: (given: unknown) => unknown): unknown {
  if (typeof callback !== 'function' && (typeof callback !== 'object' || callback === null)) return callback;
  const apply: unknown = Reflect.get(callback, 'apply');
  if (typeof apply !== 'function') return callback;
  const works = async function (this: unknown, ...given: unknown[]): Promise<unknown> {
    const answer: unknown = await Reflect.apply(apply, callback, [this, given]);
    const looked = look(answer);
    return looked === undefined ? answer : looked;
  };
  return Object.assign(works, { arity: arityOf(callback) });
}

/** How many arguments the library hands to it. */
function arityOf(callback: object): number {
  for (const name of ['arity', 'length']) {
    const count: unknown = Reflect.get(callback, name);
    if (typeof count === 'number') return count;
  }
  const parameters: unknown = Reflect.get(callback, 'arguments');
  return Array.isArray(parameters) ? parameters.length : 1;
}

/**
 * What a picture of a date or number may say (case C3): the library makes as many digits as it asks for, and reads dates by a
 * regular expression that it makes of it.
 */
function checkPicture(picture: unknown): void {
  if (typeof picture !== 'string') return;
  for (const { width } of markersIn(picture))
    if (width !== null && !WIDTH.test(width))
      throw expressionError('a width of its picture is none of 1 to 999');
}

const WIDTH = /^(?:\d{1,3}|\*)(?:-(?:\d{1,3}|\*))?$/;

/** Ways to divide a text of a date among the parts of a picture that stand side by side, tried one after the other. */
function checkParsing(text: unknown, picture: unknown): number {
  checkPicture(picture);
  if (typeof text !== 'string' || typeof picture !== 'string') return 0;
  const seen = new Set<string>();
  let ways = 1;
  let beside = 0;
  for (const marker of markersIn(picture)) {
    if (seen.has(marker.component)) throw expressionError(`its picture has [${marker.component}] twice`);
    seen.add(marker.component);
    // A sign between two parts says where the second begins.
    beside = /[^\p{L}\p{N}\s]/u.test(marker.before) ? 1 : beside + 1;
    ways = Math.max(ways, choose(text.length, beside));
  }
  return ways;
}

/** Numbers in Roman letters are as long as they are large. */
function checkRoman(value: unknown, picture: unknown): void {
  const isRoman = typeof picture === 'string' && /^i(?:;|$)/i.test(picture);
  if (isRoman && typeof value === 'number' && Math.abs(value) >= 1_000_000)
    throw expressionError('numbers in Roman letters end at 999999');
}

/** With a sign that is empty, the library would look for it for ever. */
function checkNumberFormat(options: unknown): void {
  if (typeof options !== 'object' || options === null) return;
  for (const [name, sign] of Object.entries(options))
    if (typeof sign !== 'string' || sign === '')
      throw expressionError(`the "${name}" of its number format is not text`);
}

interface Marker {
  readonly component: string;
  /** What is written before it. */
  readonly before: string;
  /** What follows its last comma. */
  readonly width: string | null;
}

function markersIn(picture: string): readonly Marker[] {
  const markers: Marker[] = [];
  let from = 0;
  for (let open = picture.indexOf('['); open >= 0; open = picture.indexOf('[', from)) {
    if (picture[open + 1] === '[') {
      from = open + 2;
      continue;
    }
    const close = picture.indexOf(']', open);
    if (close < 0) break;
    const marker = picture
      .slice(open + 1, close)
      .split(/\s+/)
      .join('');
    const comma = marker.lastIndexOf(',');
    const width = comma < 0 ? null : marker.slice(comma + 1);
    markers.push({ component: marker.charAt(0), before: picture.slice(from, open), width });
    from = close + 1;
  }
  return markers;
}

function choose(items: number, taken: number): number {
  let ways = 1;
  for (let one = 0; one < taken; one++) ways = (ways * Math.max(1, items - one)) / (one + 1);
  return Math.max(1, ways);
}

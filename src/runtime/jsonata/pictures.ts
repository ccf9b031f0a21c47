import { expressionError } from './expressionError';

/**
 * What a picture of a date or number may say (case C3): the library makes as many digits as it asks for, and reads dates by a
 * regular expression that it makes of it.
 */
export function checkPicture(picture: unknown): void {
  if (typeof picture !== 'string') return;
  for (const { width } of markersIn(picture))
    if (width !== null && !WIDTH.test(width))
      throw expressionError('a width of its picture is none of 1 to 999');
}

const WIDTH = /^(?:\d{1,3}|\*)(?:-(?:\d{1,3}|\*))?$/;

/** Ways to divide a text of a date among the parts of a picture that stand side by side, tried one after the other. */
export function checkParsing(text: unknown, picture: unknown): number {
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
export function checkRoman(value: unknown, picture: unknown): void {
  const isRoman = typeof picture === 'string' && /^i(?:;|$)/i.test(picture);
  if (isRoman && typeof value === 'number' && Math.abs(value) >= 1_000_000)
    throw expressionError('numbers in Roman letters end at 999999');
}

/** With a sign that is empty, the library would look for it for ever. */
export function checkNumberFormat(options: unknown): void {
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

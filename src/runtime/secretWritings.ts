import { utf8 } from '#base';

/** A way to write a secret down, as what finds it in a text, however its characters and letters of digits are mixed. */
export interface SecretWriting {
  readonly form: string;
  readonly pattern: RegExp;
}

/** Below this length a secret has no writings but itself, and is masked nowhere: it would be found in any text. */
export const SHORT_SECRET = 6;

/**
 * The writings in which a secret may hide in a text (S4, cases A10 and A11): as it is; with any of its characters
 * escaped as addresses, JSON and HTML do it; in hexadecimal; and in base64, of either alphabet, at each of the three
 * places where it may begin inside longer encoded bytes, with whatever stands behind it. The one list of them: what is
 * searched for before an export is what is masked before a write.
 */
export function secretWritings(secret: string): readonly SecretWriting[] {
  if (secret === '') return [];
  const plain = { form: 'as it is', pattern: globally(literal(secret)) };
  if (secret.length < SHORT_SECRET) return [plain];
  const bytes = utf8(secret);
  return [
    plain,
    { form: 'URL-encoded', pattern: globally([...secret].map(percentOrPlain).join('')) },
    { form: 'escaped', pattern: globally([...secret].map(escapedOrPlain).join('')) },
    { form: 'hexadecimal', pattern: globally(Array.from(bytes, hexDigits).join('')) },
    ...[0, 1, 2].map((shift) => ({ form: 'base64', pattern: globally(base64At(bytes, shift)) })),
  ];
}

function globally(source: string): RegExp {
  return new RegExp(source, 'g');
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function percentOrPlain(character: string): string {
  const percent = Array.from(utf8(character), (byte) => `%${hexDigits(byte)}`).join('');
  // A blank in the query of an address is a plus sign.
  return `(?:${literal(character)}|${percent}${character === ' ' ? '|\\+' : ''})`;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** As JSON and HTML may write it. */
function escapedOrPlain(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const json = units.map((unit) => `\\\\u${hexDigits(unit >> 8)}${hexDigits(unit & 0xff)}`).join('');
  const point = character.codePointAt(0) ?? 0;
  const html = `&#(?:0*${point}|[xX]0*${hexNumber(point)});`;
  const named = NAMED[character];
  const more = named === undefined ? '' : `|&${named};`;
  const slashed = '"\\/'.includes(character) ? `|\\\\${literal(character)}` : '';
  // The longest first: what is masked is masked whole.
  return `(?:${json}|${html}${more}${slashed}|${literal(character)})`;
}

function hexNumber(value: number): string {
  return eitherCase(value.toString(16));
}

function hexDigits(byte: number): string {
  return eitherCase(byte.toString(16).padStart(2, '0'));
}

function eitherCase(digits: string): string {
  return digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

const BASE64 = '[A-Za-z0-9+/_-]';

/**
 * The characters that depend on the secret alone when `shift` other bytes stand before it; and those beside them that
 * depend on it in part, and the padding, which go with it.
 */
function base64At(bytes: Uint8Array, shift: number): string {
  const all = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes));
  const bits = (shift + bytes.length) * 8;
  const core = all.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
  const written = core.replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : '[/_]'));
  return `${shift === 0 ? '' : `${BASE64}?`}${written}${bits % 6 === 0 ? '' : `${BASE64}?`}={0,2}`;
}

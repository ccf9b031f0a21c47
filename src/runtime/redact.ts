import { LIMITS, utf8, utf8Length } from '#base';
import type { Fact, RunStarted } from '#kernel';

const MASK = '[redacted]';

/** Replaces known secrets in JSON; the value itself comes back where there was none. */
type Redactor = <Value>(value: Value) => Value;

/**
 * Redaction by value (cases A11, H6): every string, keys included, that holds a known secret, in whatever writing an
 * export is searched for, has it replaced before anything is written. What is shorter than `SHORT_SECRET` is none:
 * replacing "none" or "test" everywhere would only spoil results.
 *
 * @example redactor(['sk-12345678'])({ header: 'Bearer sk-12345678' }) // { header: 'Bearer [redacted]' }
 */
export function redactor(secrets: readonly string[]): Redactor {
  // The longest first, so that no rest of one that holds another stays behind.
  const long = secrets
    .filter((secret) => secret.length >= SHORT_SECRET)
    .sort((one, other) => other.length - one.length);
  if (long.length === 0) return (value) => value;
  const patterns = long.flatMap(secretWritings).map(({ pattern }) => pattern);
  // Only texts inside are replaced, by texts: the shape stays, and the cast hides no doubt.
  return <Value>(value: Value): Value => redactValue(value, patterns) as Value;
}

function redactValue(value: unknown, patterns: readonly RegExp[]): unknown {
  if (typeof value === 'string') return redactText(value, patterns);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return redactArray(value, patterns);
  let changed = false;
  const clean = Object.entries(value).map(([key, inner]: [string, unknown]): [string, unknown] => {
    const next: [string, unknown] = [redactText(key, patterns), redactValue(inner, patterns)];
    if (next[0] !== key || next[1] !== inner) changed = true;
    return next;
  });
  return changed ? Object.fromEntries(clean) : value;
}

function redactArray(array: readonly unknown[], patterns: readonly RegExp[]): readonly unknown[] {
  const clean = array.map((inner) => redactValue(inner, patterns));
  return clean.some((inner, index) => inner !== array[index]) ? clean : array;
}

function redactText(text: string, patterns: readonly RegExp[]): string {
  let clean = text;
  for (const pattern of patterns) clean = clean.replace(pattern, MASK);
  return clean;
}

/** A way to write a secret down, as what finds it in a text, however its characters and letters of digits are mixed. */
export interface SecretWriting {
  readonly form: string;
  readonly pattern: RegExp;
}

/** Below this length a secret has no writings but itself, and is masked nowhere: it would be found in any text. */
const SHORT_SECRET = 6;

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

/**
 * A fact as it may be written: known secrets masked in results, errors, prompts, replies, answers and signals
 * (cases A11, H6). The closure of a run stays as it is, since its hash pins the plan; a workspace is looked
 * through for secrets before it is shared. What a model thought is bounded.
 */
export function redactFact(fact: Fact, secrets: readonly string[]): Fact {
  return boundReasoning(withoutSecrets(fact, secrets));
}

/** D10: a person may have pinned anything. */
function withPins(fact: RunStarted, redact: Redactor): RunStarted {
  const { reuse } = fact;
  return reuse?.pins === undefined ? fact : { ...fact, reuse: { ...reuse, pins: redact(reuse.pins) } };
}

function withoutSecrets(fact: Fact, secrets: readonly string[]): Fact {
  if (secrets.length === 0) return fact;
  const redact = redactor(secrets);
  switch (fact.type) {
    case 'run.started':
      return withPins({ ...fact, input: redact(fact.input) }, redact);
    case 'effect.succeeded':
    case 'effect.failed':
    case 'plan.step':
    case 'plan.replied':
      return redact(fact);
    case 'answer.given':
      return { ...fact, value: redact(fact.value) };
    case 'signal.received':
      return { ...fact, data: redact(fact.data) };
    case 'effect.settled':
      return { ...fact, as: redact(fact.as) };
    default:
      return fact;
  }
}

/**
 * A fact with at most `LIMITS.reasoningBytes` of what a model thought: its beginning, and how much there was (P6). Secrets are masked
 * before, so that no part of one is left where the text is cut.
 */
function boundReasoning(fact: Fact): Fact {
  switch (fact.type) {
    case 'plan.replied': {
      const { attempt } = fact;
      const bounded = withBound(attempt);
      return bounded === attempt ? fact : { ...fact, attempt: bounded };
    }
    case 'effect.succeeded':
    case 'effect.failed':
      return withBound(fact);
    default:
      return fact;
  }
}

function withBound<Thought extends { readonly reasoning?: string }>(thought: Thought): Thought {
  const { reasoning = '' } = thought;
  const bytes = utf8Length(reasoning);
  if (bytes <= LIMITS.reasoningBytes) return thought;
  const note = `\n[cut: ${bytes} bytes in all]`;
  return { ...thought, reasoning: `${beginning(reasoning, LIMITS.reasoningBytes - note.length)}${note}` };
}

/** As much of the beginning of a text as fits into so many bytes of UTF-8. */
function beginning(text: string, bytes: number): string {
  let [fits, tooLong] = [0, Math.min(text.length, bytes) + 1];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (utf8Length(text.slice(0, middle)) <= bytes) fits = middle;
    else tooLong = middle;
  }
  // Not between the two halves of a character.
  const isHalf = (text.charCodeAt(fits - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? fits - 1 : fits);
}

import { utf8 } from '#base';

/** Texts shorter than this are no secrets: replacing "none" or "test" everywhere would only spoil results. */
const SHORTEST_SECRET = 8;
const MASK = '[redacted]';

/** Replaces known secrets in JSON; the value itself comes back where there was none. */
export type Redactor = <Value>(value: Value) => Value;

/**
 * Redaction by value (cases A11, H6): every string, keys included, that holds a known secret, plainly, in base64
 * (both alphabets), percent-encoded or in hexadecimal, has it replaced before anything is written.
 *
 * @example redactor(['sk-12345678'])({ header: 'Bearer sk-12345678' }) // { header: 'Bearer [redacted]' }
 */
export function redactor(secrets: readonly string[]): Redactor {
  const forms = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf);
  if (forms.length === 0) return (value) => value;
  const unique = [...new Set(forms)].sort((one, other) => other.length - one.length);
  // Only texts inside are replaced, by texts: the shape stays, and the cast hides no doubt.
  return <Value>(value: Value): Value => redactValue(value, unique) as Value;
}

function redactValue(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, forms);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return redactArray(value, forms);
  let changed = false;
  const clean = Object.entries(value).map(([key, inner]: [string, unknown]): [string, unknown] => {
    const next: [string, unknown] = [redactText(key, forms), redactValue(inner, forms)];
    if (next[0] !== key || next[1] !== inner) changed = true;
    return next;
  });
  return changed ? Object.fromEntries(clean) : value;
}

function redactArray(array: readonly unknown[], forms: readonly string[]): readonly unknown[] {
  const clean = array.map((inner) => redactValue(inner, forms));
  return clean.some((inner, index) => inner !== array[index]) ? clean : array;
}

function redactText(text: string, forms: readonly string[]): string {
  let clean = text;
  for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, MASK);
  return clean;
}

function formsOf(secret: string): string[] {
  const bytes = utf8(secret);
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const percent = Array.from(bytes, (byte) => encodeByte(byte)).join('');
  return [secret, base64, base64.replaceAll('+', '-').replaceAll('/', '_'), percent, hex, hex.toUpperCase()];
}

/** As `encodeURIComponent` does it, which throws on lone surrogates. */
function encodeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9\-_.!~*'()]/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

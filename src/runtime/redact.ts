import { SHORT_SECRET, secretWritings } from './secretWritings';

const MASK = '[redacted]';

/** Replaces known secrets in JSON; the value itself comes back where there was none. */
export type Redactor = <Value>(value: Value) => Value;

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

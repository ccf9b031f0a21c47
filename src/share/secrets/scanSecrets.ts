import { escapePointer, isJsonObject, type Json, LIMITS, parseJson } from '#base';
import { type SecretWriting, secretWritings } from '#runtime';
import { KEY_SHAPES } from './shapes';

/** A place where something secret stands. */
interface SecretFinding {
  /** JSON Pointer (RFC 6901); of NDJSON behind `line n`; of other text `line n` alone. */
  readonly path: string;
  /** `known` is a secret of the vault, `shape` something that looks like a credential. */
  readonly kind: 'known' | 'shape';
  /** What it is and how it is written: "a key of your vault, base64". */
  readonly what: string;
  /** Its first characters, so that it can be found and not be used. */
  readonly sample: string;
}

/**
 * Looks through an export before it leaves (S4, case A10): every string and every key of JSON, of each line of
 * NDJSON, or the text itself where it is no JSON.
 *
 * @param text what is about to leave
 * @param secrets the secrets of the vault
 * @returns findings in the order of the text; none is as much as a scan can promise
 */
export function scanSecrets(text: string, secrets: readonly string[]): readonly SecretFinding[] {
  const needles = secrets.flatMap(secretWritings);
  const whole = parseJson(text, LIMITS.jsonDepth);
  if (whole.ok) return findingsIn(whole.value, '', needles);
  return text.split('\n').flatMap((line, index) => {
    const place = `line ${index + 1}`;
    const parsed = parseJson(line, LIMITS.jsonDepth);
    return parsed.ok ? findingsIn(parsed.value, place, needles) : findingsAt(line, place, needles);
  });
}

function findingsIn(value: Json, path: string, needles: readonly SecretWriting[]): SecretFinding[] {
  if (typeof value === 'string') return findingsAt(value, path, needles);
  if (typeof value === 'number') return findingsAt(String(value), path, needles);
  if (Array.isArray(value))
    return value.flatMap((item, index) => findingsIn(item, `${path}/${index}`, needles));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const place = `${path}/${escapePointer(key)}`;
    return [...findingsAt(key, place, needles), ...findingsIn(item, place, needles)];
  });
}

function findingsAt(text: string, path: string, needles: readonly SecretWriting[]): SecretFinding[] {
  for (const { form, pattern } of needles) {
    const found = text.match(pattern)?.[0];
    if (found !== undefined)
      return [{ path, kind: 'known', what: `a key of your vault, ${form}`, sample: sampleOf(found) }];
  }
  return shapesAt(text, path);
}

function shapesAt(text: string, path: string): SecretFinding[] {
  const taken: { from: number; to: number }[] = [];
  return KEY_SHAPES.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match): SecretFinding[] => {
      const from = match.index;
      const to = from + match[0].length;
      if (taken.some((other) => from < other.to && other.from < to)) return [];
      taken.push({ from, to });
      return [{ path, kind: 'shape', what: name, sample: sampleOf(match[0]) }];
    }),
  );
}

function sampleOf(secret: string): string {
  return `${secret.slice(0, Math.min(6, Math.floor(secret.length / 3)))}…`;
}

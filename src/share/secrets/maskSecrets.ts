import { redactor } from '#runtime';
import { KEY_SHAPES } from './shapes';

/** A text that may be shown and copied: known secrets, and what looks like one, are not in it (case A11). */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return KEY_SHAPES.reduce(
    (clean, { pattern }) => clean.replace(pattern, '[redacted]'),
    redactor(secrets)(text),
  );
}

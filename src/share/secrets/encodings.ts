import { utf8 } from '#base';
import { toBase64url } from '../link/base64url';

/** Below this length a secret is looked for as it stands only: its encodings would be found in any text. */
const SHORT = 6;

/**
 * The writings in which a secret may hide in a text (S4): as it is, URL-encoded, in hexadecimal, and in base64 and
 * base64url at each of the three places where it may begin inside longer encoded bytes.
 */
export function writingsOf(secret: string): { readonly form: string; readonly text: string }[] {
  if (secret === '') return [];
  const plain = { form: 'as it is', text: secret };
  if (secret.length < SHORT) return [plain];
  const percent = [encodeURIComponent(secret), percentEncoded(secret)].map((text) => ({
    form: 'URL-encoded',
    text,
  }));
  const base64 = [0, 1, 2].map((shift) => base64Core(secret, shift));
  return unique([
    plain,
    ...percent,
    ...base64.map((text) => ({ form: 'base64', text })),
    ...base64.map((text) => ({ form: 'base64', text: text.replaceAll('-', '+').replaceAll('_', '/') })),
    { form: 'hexadecimal', text: hex(secret) },
  ]);
}

/** The characters of a base64 text that depend on the secret alone, when `shift` other bytes stand before it. */
function base64Core(secret: string, shift: number): string {
  const bytes = utf8(secret);
  const shifted = new Uint8Array(shift + bytes.length);
  shifted.set(bytes, shift);
  const encoded = toBase64url(shifted);
  const from = Math.ceil((shift * 8) / 6);
  const to = Math.floor((shifted.length * 8) / 6);
  return encoded.slice(from, to);
}

function percentEncoded(secret: string): string {
  return [...utf8(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
}

function hex(secret: string): string {
  return [...utf8(secret)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unique(writings: readonly { readonly form: string; readonly text: string }[]) {
  return writings.filter(({ text }, index) => writings.findIndex((other) => other.text === text) === index);
}

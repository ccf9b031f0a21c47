const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));

/** Bytes as base64url without padding (RFC 4648 §5). Our own: `Uint8Array.toBase64` is missing in Node 20. */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.subarray(index, index + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += character(bits >> 18) + character(bits >> 12);
    if (second !== undefined) text += character(bits >> 6);
    if (third !== undefined) text += character(bits);
  }
  return text;
}

/** What a text reads as; `canonical` when it is the one writing of these bytes (RFC 4648 §3.5). */
export interface Base64Bytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly canonical: boolean;
}

/**
 * The whole bytes of a base64url text, also of one that was cut in the middle of a byte.
 *
 * @returns null when a character is none of base64url's: padding and white space are none
 */
export function fromBase64url(text: string): Base64Bytes | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const one of text) {
    const value = VALUES.get(one);
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 0xff;
  }
  return { bytes, canonical: held < 6 && (bits & ((1 << held) - 1)) === 0 };
}

function character(bits: number): string {
  return ALPHABET.charAt(bits & 63);
}

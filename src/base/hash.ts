import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from './canonicalJson';
import type { Json } from './json';
import { utf8 } from './utf8';

declare const hashBrand: unique symbol;
/** A SHA-256 digest as 64 lower-case hexadecimal digits (FIPS 180-4). */
export type Hash = string & { readonly [hashBrand]: true };

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** SHA-256 of a text in UTF-8. Synchronous: WebCrypto inside an IndexedDB transaction would end it. */
export function hashText(text: string): Hash {
  return hashBytes(utf8(text));
}

/** SHA-256 of bytes. */
export function hashBytes(bytes: Uint8Array): Hash {
  const digest = sha256(bytes);
  let text = '';
  for (const byte of digest) text += HEX[byte];
  return text as Hash;
}

/** SHA-256 of the canonical JSON (RFC 8785) of a value. */
export function hashJson(value: Json): Hash {
  return hashText(canonicalJson(value));
}

/** Whether a text has the form of a hash; it may still be the hash of nothing. */
export function isHash(text: string): text is Hash {
  return /^[0-9a-f]{64}$/.test(text);
}

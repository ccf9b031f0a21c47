import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from './canonicalJson';
import type { Json } from './json';
import { utf8, utf8Into } from './utf8';

declare const hashBrand: unique symbol;
/** A SHA-256 digest as 64 lower-case hexadecimal digits (FIPS 180-4). */
export type Hash = string & { readonly [hashBrand]: true };

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Room for short texts, which nearly all are: without it encoding costs as much as hashing. */
const ROOM = new Uint8Array(12_288);

/** SHA-256 of a text in UTF-8. Synchronous: WebCrypto inside an IndexedDB transaction would end it. */
export function hashText(text: string): Hash {
  if (text.length * 3 > ROOM.length) return hashBytes(utf8(text));
  return hashBytes(ROOM.subarray(0, utf8Into(text, ROOM)));
}

/** SHA-256 of bytes. */
export function hashBytes(bytes: Uint8Array): Hash {
  return hashOfDigest(sha256(bytes));
}

/** The 32 bytes of a digest that somebody else has computed, as a hash. */
export function hashOfDigest(digest: Uint8Array): Hash {
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

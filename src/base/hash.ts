import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from './canonicalJson';
import type { Json } from './json';

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

/**
 * Encodes text as UTF-8 (RFC 3629). Lone surrogates become U+FFFD, as in the WHATWG encoder.
 *
 * Our own, because `TextEncoder` belongs to the host and the ground floor has none.
 */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 3);
  return bytes.subarray(0, utf8Into(text, bytes));
}

/**
 * The same into bytes that are there already.
 *
 * @param bytes at least three for each UTF-16 code unit of the text
 * @returns how many were written
 */
function utf8Into(text: string, bytes: Uint8Array): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[length++] = unit;
      continue;
    }
    const codePoint = codePointAt(text, index, unit);
    if (codePoint > 0xffff) index++;
    length = encode(codePoint, bytes, length);
  }
  return length;
}

/** The number of bytes that `text` takes in UTF-8, without building them. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (codePointAt(text, index, unit) > 0xffff) {
      length += 4;
      index++;
    } else length += 3;
  }
  return length;
}

function codePointAt(text: string, index: number, unit: number): number {
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const codePoint = text.codePointAt(index) ?? 0xfffd;
  return codePoint > 0xffff ? codePoint : 0xfffd;
}

function encode(codePoint: number, bytes: Uint8Array, start: number): number {
  let at = start;
  if (codePoint < 0x800) {
    bytes[at++] = 0xc0 | (codePoint >> 6);
  } else if (codePoint < 0x10000) {
    bytes[at++] = 0xe0 | (codePoint >> 12);
    bytes[at++] = 0x80 | ((codePoint >> 6) & 0x3f);
  } else {
    bytes[at++] = 0xf0 | (codePoint >> 18);
    bytes[at++] = 0x80 | ((codePoint >> 12) & 0x3f);
    bytes[at++] = 0x80 | ((codePoint >> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (codePoint & 0x3f);
  return at;
}

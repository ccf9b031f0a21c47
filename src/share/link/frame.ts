import { hashBytes } from '#base';

/** Version of the frame, its first byte; `#p1=` says it as well, so that a newer link is known before it is read. */
export const FRAME_VERSION = 1;
/** Bytes before the deflated text: version, two lengths of four bytes (big endian), eight bytes of checksum. */
export const FRAME_BYTES = 17;
const CHECKSUM_AT = 9;

/** What a link says of itself before anything is inflated. */
export interface Frame {
  readonly version: number;
  /** Bytes of the deflated text. */
  readonly packed: number;
  /** Bytes of the text in UTF-8. */
  readonly original: number;
  /** First eight bytes of SHA-256 over all bytes of the link but these. */
  readonly checksum: string;
}

/** Puts the frame before a deflated text. */
export function framed(packed: Uint8Array, original: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FRAME_BYTES + packed.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FRAME_VERSION);
  view.setUint32(1, packed.length);
  view.setUint32(5, original);
  bytes.set(packed, FRAME_BYTES);
  const checksum = checksumOf(bytes);
  for (let at = 0; at < 8; at++)
    bytes[CHECKSUM_AT + at] = Number.parseInt(checksum.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** Reads a frame; null when not even the frame is whole. */
export function readFrame(bytes: Uint8Array): Frame | null {
  if (bytes.length < FRAME_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const checksum = [...bytes.subarray(CHECKSUM_AT, FRAME_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { version: view.getUint8(0), packed: view.getUint32(1), original: view.getUint32(5), checksum };
}

/** The checksum that the bytes should carry. */
export function checksumOf(bytes: Uint8Array): string {
  const covered = new Uint8Array(bytes.length - 8);
  covered.set(bytes.subarray(0, CHECKSUM_AT));
  covered.set(bytes.subarray(FRAME_BYTES), CHECKSUM_AT);
  return hashBytes(covered).slice(0, 16);
}

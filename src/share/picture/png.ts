/** The eight bytes that every PNG begins with (PNG, 3rd edition, 5.2). */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** Of the text chunk that holds the workspace (iTXt, PNG 11.3.3.4). */
const KEYWORD = 'planloom-workspace';

export function isPng(bytes: Uint8Array): boolean {
  return bytes.length > SIGNATURE.length && SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * A PNG with a workspace inside: an uncompressed iTXt chunk before its end. Programs that do not know it pass over it.
 *
 * @param png as a browser's canvas wrote it
 */
export function withWorkspace(png: Uint8Array, workspace: string): Uint8Array<ArrayBuffer> {
  const end = [...chunksOf(png)].find(({ type }) => type === 'IEND')?.at ?? png.length;
  const chunk = chunkOf('iTXt', new TextEncoder().encode(`${KEYWORD}\0\0\0\0\0${workspace}`));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, end));
  whole.set(chunk, end);
  whole.set(png.subarray(end), end + chunk.length);
  return whole;
}

/**
 * The workspace in a PNG, as text (T1). Only chunks are walked: no picture is decoded.
 *
 * @returns null where there is none, or its bytes are no UTF-8 or not those that were written
 */
export function workspaceInPng(png: Uint8Array): string | null {
  for (const { type, data, crc } of chunksOf(png)) {
    if (type !== 'iTXt') continue;
    const head = new TextEncoder().encode(`${KEYWORD}\0\0\0\0\0`);
    if (!head.every((byte, index) => data[index] === byte)) continue;
    if (crc !== crcOf('iTXt', data)) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(data.subarray(head.length));
    } catch {
      return null;
    }
  }
  return null;
}

interface Chunk {
  /** Where it begins. */
  readonly at: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly crc: number;
}

/** Chunks in their order, as far as they are whole. */
function* chunksOf(png: Uint8Array): Iterable<Chunk> {
  if (!isPng(png)) return;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let at: number = SIGNATURE.length;
  while (at + 12 <= png.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > png.length) return;
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    yield { at, type, data: png.subarray(at + 8, end - 4), crc: view.getUint32(end - 4) };
    at = end;
  }
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) chunk[index + 4] = type.charCodeAt(index);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crcOf(type, data));
  return chunk;
}

/** CRC-32 of a chunk's type and data (PNG, annex D), without a table: pictures are made seldom. */
function crcOf(type: string, data: Uint8Array): number {
  let crc = 0xffffffff;
  for (let index = 0; index < 4; index++) crc = fed(crc, type.charCodeAt(index));
  for (const byte of data) crc = fed(crc, byte);
  return (crc ^ 0xffffffff) >>> 0;
}

function fed(crc: number, byte: number): number {
  let next = crc ^ byte;
  for (let bit = 0; bit < 8; bit++) next = next & 1 ? (next >>> 1) ^ 0xedb88320 : next >>> 1;
  return next;
}

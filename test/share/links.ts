import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** Deflates with Node's own zlib, not with the code that is tested. */
export async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  return deflateRawSync(bytes);
}

/** A link with a right checksum around any bytes, claiming any length: what a hostile author would make. */
export function linkOf(deflated: Uint8Array, original: number): string {
  const head = Buffer.alloc(9);
  head.writeUInt8(1, 0);
  head.writeUInt32BE(deflated.length, 1);
  head.writeUInt32BE(original, 5);
  const checksum = createHash('sha256').update(head).update(deflated).digest().subarray(0, 8);
  return `#p1=${Buffer.concat([head, checksum, deflated]).toString('base64url')}`;
}

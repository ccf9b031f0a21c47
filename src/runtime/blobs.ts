import { type Hash, hashBytes, hashOfDigest } from '#base';

/** Bytes that belong to one thread alone. */
export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Bytes by their content: each is kept once, under the SHA-256 of its bytes (W8, V6). Files of documents lie here, and
 * values that are too large to cross a step.
 */
export interface Blobs {
  /** Whether it is here, without reading it. */
  has(hash: string): Promise<boolean>;
  /**
   * The bytes, as a copy of the caller's own; null where they are not here.
   *
   * @throws StorageError
   */
  read(hash: string): Promise<Bytes | null>;
  /**
   * Keeps bytes; they are durable when it resolves. Bytes that are here already are not written again.
   *
   * @throws StorageError
   */
  write(bytes: Bytes): Promise<Hash>;
  /** Nothing happens where it is not here. */
  remove(hash: string): Promise<void>;
}

/**
 * SHA-256 of bytes, off the thread that asks where WebCrypto is to be had: 50 MB would hold a page up for a second. A
 * page over plain HTTP has none.
 */
export async function bytesHash(bytes: Bytes): Promise<Hash> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return hashBytes(bytes);
  return hashOfDigest(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

/** Blobs that last as long as the page or process: for tests, and where nothing can be kept. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    has: async (hash) => kept.has(hash),
    read: async (hash) => {
      const bytes = kept.get(hash);
      return bytes ? new Uint8Array(bytes) : null;
    },
    write: async (bytes) => {
      const hash = await bytesHash(bytes);
      if (!kept.has(hash)) kept.set(hash, new Uint8Array(bytes));
      return hash;
    },
    remove: async (hash) => void kept.delete(hash),
  };
}

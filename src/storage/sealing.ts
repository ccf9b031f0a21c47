import { type Diagnostic, err, ok, type Result } from '#base';
import { unreadable, wrongPassphrase } from './connectionProblems';

/**
 * Where a connection is kept (T2): in this page alone; on this device, encrypted under a key that the browser uses and never
 * hands out; or encrypted under a passphrase, which is asked for once a visit.
 */
export type Keeping = 'tab' | 'device' | 'passphrase';

type Bytes = Uint8Array<ArrayBuffer>;

/** A key as it is stored: unreadable without the browser's own key, or without the passphrase. */
export type Sealed =
  | { readonly by: 'device'; readonly wrapping: CryptoKey; readonly iv: Bytes; readonly bytes: Bytes }
  | {
      readonly by: 'passphrase';
      readonly salt: Bytes;
      /** As many as were advised when it was sealed. */
      readonly iterations: number;
      readonly iv: Bytes;
      readonly bytes: Bytes;
    };

/** OWASP's advice for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). WebCrypto has nothing that costs memory. */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
/** The length that AES-GCM is made for; each key is sealed once, so that no nonce comes twice under it. */
const IV_BYTES = 12;

/** Whether this page can encrypt at all: browsers keep WebCrypto from addresses that they do not trust. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Encrypts a key for one connection.
 *
 * @param bound what it belongs to: it opens for nothing else, so that a row cannot be moved to another address
 * @param passphrase null: under a key of its own that cannot be exported
 */
export async function seal(secret: string, bound: string, passphrase: string | null): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  if (passphrase === null) {
    const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, USES);
    return { by: 'device', wrapping, iv, bytes: await encrypt(secret, wrapping, iv, bound) };
  }
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await derive(passphrase, salt, ITERATIONS);
  const bytes = await encrypt(secret, key, iv, bound);
  return { by: 'passphrase', salt, iterations: ITERATIONS, iv, bytes };
}

/** What was sealed. An error when it was sealed for something else, under another passphrase, or was changed. */
export async function unseal(
  sealed: Sealed,
  bound: string,
  passphrase: string | null,
): Promise<Result<string, Diagnostic>> {
  if (sealed.by === 'passphrase' && passphrase === null) return err(wrongPassphrase());
  try {
    const key =
      sealed.by === 'device'
        ? sealed.wrapping
        : await derive(passphrase ?? '', sealed.salt, sealed.iterations);
    const how = { name: 'AES-GCM', iv: sealed.iv, additionalData: bytesOf(bound) };
    return ok(new TextDecoder().decode(await crypto.subtle.decrypt(how, key, sealed.bytes)));
  } catch {
    return err(sealed.by === 'device' ? unreadable() : wrongPassphrase());
  }
}

/** What a key is encrypted for: it opens neither for another connection nor for another origin. */
export function boundTo({ id, origin }: { readonly id: string; readonly origin: string }): string {
  return `planloom ${id} ${origin}`;
}

/** Whether both are the same sealing of the same key: no nonce is used twice. */
export function isSameSealing(one: Sealed, other: Sealed): boolean {
  return one.by === other.by && one.iv.join() === other.iv.join();
}

const USES: readonly KeyUsage[] = ['encrypt', 'decrypt'];

async function encrypt(secret: string, key: CryptoKey, iv: Bytes, bound: string): Promise<Bytes> {
  const how = { name: 'AES-GCM', iv, additionalData: bytesOf(bound) };
  return new Uint8Array(await crypto.subtle.encrypt(how, key, bytesOf(secret)));
}

async function derive(passphrase: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  // The same passphrase typed on another keyboard is the same.
  const material = bytesOf(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', material, 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, USES);
}

function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}

import { StorageError } from '#runtime';

/** Does one piece of storage work; whatever the browser throws becomes a `StorageError` (case H2). */
export async function guarded<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    throw storageErrorOf(thrown);
  }
}

export function storageErrorOf(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown;
  if (hasName(thrown, 'QuotaExceededError'))
    return new StorageError('STORAGE_FULL', 'The storage of this browser is full.');
  if (hasName(thrown, 'DatabaseClosedError'))
    return new StorageError(
      'STORAGE_REFUSED',
      'The storage is closed, because another tab has opened a newer version of Planloom.',
    );
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new StorageError('STORAGE_REFUSED', `The browser refused to store this: ${firstLine(reason)}`);
}

/** Dexie wraps what the browser throws, in `inner`, and lists failures of bulk writes. */
function hasName(thrown: unknown, name: string, depth = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false;
  if (Reflect.get(thrown, 'name') === name) return true;
  const failures: unknown = Reflect.get(thrown, 'failures');
  const inside = [Reflect.get(thrown, 'inner'), ...(Array.isArray(failures) ? failures : [])];
  return inside.some((inner) => hasName(inner, name, depth + 1));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}

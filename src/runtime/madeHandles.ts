import { type Handle, handlesIn, type Json } from '#base';

/**
 * The handles that this process has made, or read from a ledger (V6), by identity: JSON that a tool, a model or a person
 * brings is another object, whatever it says.
 */
const made = new WeakSet<object>();

/**
 * Marks a handle as one of this host, so that it may cross a step. Only whoever keeps the bytes that it names calls this.
 *
 * @example return { rows: madeHandle({ $table: { hash, rows, bytes, columns } }) };
 */
export function madeHandle<Made extends Handle>(handle: Made): Made {
  made.add(handle);
  return handle;
}

/** What a ledger names has been made once, and may be handed on. */
export function nameHandles(value: Json): void {
  for (const handle of handlesIn(value)) made.add(handle);
}

export function isMade(value: object): value is Handle {
  return made.has(value);
}

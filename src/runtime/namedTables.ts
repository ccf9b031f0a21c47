import { type Address, type Hash, handlesIn, hashOfHandle, isTableHandle, type TableHandle } from '#base';
import { type Fact, type Reuse, recordIn } from '#kernel';

/** A table that a ledger names, and the call that gave it first. */
export interface NamedTable {
  readonly handle: TableHandle;
  readonly madeAt: Address;
}

/**
 * The tables that answered calls name (V6).
 *
 * @param reuse the record that a new run is served from (K8); one of a ledger is read with its first fact
 */
export function namedTables(facts: readonly Fact[], reuse?: Reuse): ReadonlyMap<Hash, NamedTable> {
  const found = new Map<Hash, NamedTable>();
  noteServed(reuse, found);
  for (const fact of facts) note(fact, found);
  return found;
}

function noteServed(reuse: Reuse | undefined, found: Map<Hash, NamedTable>): void {
  for (const served of reuse?.served ?? []) if ('fact' in served) note(served.fact, found);
}

function note(fact: Fact, found: Map<Hash, NamedTable>): void {
  if (fact.type === 'run.started') noteServed(recordIn(fact) ?? undefined, found);
  if (fact.type !== 'effect.succeeded') return;
  for (const handle of handlesIn(fact.result)) {
    const hash = hashOfHandle(handle);
    if (isTableHandle(handle) && !found.has(hash)) found.set(hash, { handle, madeAt: fact.address });
  }
}

/** What is said of a table whose rows are not here: what made it, and how it comes back (K13). */
export function missingTable({ handle: { $table }, madeAt }: NamedTable): string {
  const rows = $table.rows === 1 ? 'row' : `${$table.rows.toLocaleString('en')} rows`;
  return `The ${rows} that ${madeAt} made ${$table.rows === 1 ? 'is' : 'are'} not here (SHA-256 ${$table.hash.slice(0, 12)}…): choose their file, or run the plan again.`;
}

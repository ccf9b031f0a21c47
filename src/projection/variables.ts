import { type Address, canonicalJson, type Json, ROOT } from '#base';
import { type Origin, originsAmong } from './origins';
import type { RunView, VariableRecord } from './runView';
import { shortValue } from './shortValue';

/** A variable at a position, beside what it was at another (V2, D5). */
export interface VariableRow {
  readonly id: string;
  /** IN, INTERNAL, OUT, or null when no one declared it: a planner injected it. */
  readonly scope: 'IN' | 'INTERNAL' | 'OUT' | null;
  /** Undefined when nobody has written it yet. */
  readonly value: Json | undefined;
  readonly short: string;
  readonly writtenBy: Address | null;
  readonly change: 'none' | 'new' | 'changed';
  /** What it was before, in a few words, when it changed. */
  readonly before: string | null;
  /** Position (seq) of its last write; null when there was none. */
  readonly seq: number | null;
  /** P15: the steps that brought what it is made of; none where nothing of it is foreign. */
  readonly origins: readonly Origin[];
}

/**
 * The variables at the position of `view`, with the difference to `previous`: first those that the plan declares,
 * in its order, then the others in the order of their first write.
 */
export function variablesAt(view: RunView, previous: RunView | null = null): readonly VariableRow[] {
  const declared = view.started?.closure.plans[0]?.variables ?? [];
  const scopes = new Map<string, VariableRow['scope']>();
  if (declared !== 'open') for (const { id, scope } of declared) scopes.set(id, scope);
  const rows = [...scopes].map(([id, scope]) => rowOf(id, scope, view, previous));
  for (const id of view.variables.keys()) if (!scopes.has(id)) rows.push(rowOf(id, null, view, previous));
  return rows;
}

function rowOf(
  id: string,
  scope: VariableRow['scope'],
  view: RunView,
  previous: RunView | null,
): VariableRow {
  const now = view.variables.get(id);
  const then = previous?.variables.get(id);
  const change = changeOf(now?.value, previous === null ? now?.value : then?.value);
  return {
    id,
    scope,
    value: now?.value,
    short: now === undefined ? 'not yet' : shortValue(now.value),
    writtenBy: now?.writtenBy ?? null,
    change,
    before: change === 'changed' && then !== undefined ? shortValue(then.value) : null,
    seq: now?.seq ?? null,
    origins: originsIn(view, now),
  };
}

/** A file that the run was given is the person's own, until something is written over it. */
function originsIn(view: RunView, record: VariableRecord | undefined): readonly Origin[] {
  const files = view.started?.inputFiles ?? [];
  const isFile =
    record !== undefined && record.writtenBy === null && files.some(({ id }) => id === record.id);
  return originsAmong(view, isFile ? [ROOT] : record?.from);
}

function changeOf(now: Json | undefined, then: Json | undefined): VariableRow['change'] {
  // The same value is the same object while nobody writes it: views share what no commit touched.
  if (now === then || now === undefined) return 'none';
  if (then === undefined) return 'new';
  return canonicalJson(now) === canonicalJson(then) ? 'none' : 'changed';
}

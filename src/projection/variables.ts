import { type Address, canonicalJson, type Json, ROOT, withoutInstances } from '#base';
import type { AskingCall } from '#kernel';
import { namesOf } from './names';
import type { NodeRecord, RunView, VariableRecord, Waiting } from './runView';
import { shortValue } from './shortText';

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

/** Where foreign or personal content came from (P15). */
export interface Origin {
  /** The step that brought it; the address of the run for a file that it was given, and for its session. */
  readonly address: Address;
  readonly name: string;
  /** The capability that brought it; absent where a step brought it whose contents did. */
  readonly tool?: string;
}

/** An argument of a call that waits for leave, and where what it is made of came from. */
export interface ArgumentOrigins {
  /** Undefined where the input is one value. */
  readonly argument: string | undefined;
  readonly from: readonly Origin[];
}

/** The origins of what chose a call that waits for leave; a call that was refused has brought nothing to show. */
export function originsOf(view: RunView, waiting: Waiting): readonly Origin[] {
  return originsAmong(view, callOf(waiting)?.origins);
}

/** The origins of its arguments, of those that have any. */
export function originsOfArguments(view: RunView, waiting: Waiting): readonly ArgumentOrigins[] {
  const carries = callOf(waiting)?.carries ?? [];
  return carries.map(({ argument, from }) => ({
    argument,
    from: originsAmong(view, from),
  }));
}

/** Steps that brought foreign or personal content, as a value that is shown names them. */
export function originsAmong(view: RunView, addresses: readonly Address[] = []): readonly Origin[] {
  return addresses.flatMap((address) => originIn(view, address) ?? []);
}

function callOf({ command }: Waiting): AskingCall | undefined {
  return command?.kind === 'wait' ? command.call : undefined;
}

function originIn(view: RunView, address: Address): Origin | null {
  if (address === ROOT) return { address, name: givenAtStart(view) };
  const record = recordOf(view, address);
  if (record?.status === 'failed' && record.tool === undefined) return null;
  const name = `“${namesOf(view)(address)}”`;
  return { address, name, ...(record?.tool !== undefined && { tool: record.tool }) };
}

/** What a run had before its first step: files, documents, and what its session holds (P16). */
function givenAtStart({ started }: RunView): string {
  const given = [
    (started?.inputFiles ?? []).length > 0 ? 'a file that the run was given' : '',
    (started?.closure.documents ?? []).length > 0 ? 'the documents of the workspace' : '',
    started?.session !== undefined ? 'what earlier runs left in its session' : '',
  ].filter((one) => one !== '');
  return given.length === 0 ? 'what the run was given' : given.join(', or ');
}

/** Of a step that ran, whichever of its instances: an origin names all of them. */
function recordOf({ nodes }: RunView, address: Address): NodeRecord | undefined {
  const exact = nodes.get(address);
  if (exact !== undefined) return exact;
  for (const [at, record] of nodes) if (withoutInstances(at) === address) return record;
  return undefined;
}

/** An origin in plain words: `step “Read mail” with mail.read`, `a file that the run was given`. */
export function wordsOfOrigin({ address, name, tool }: Origin): string {
  const what = address === ROOT ? name : `step ${name}`;
  return tool === undefined ? what : `${what} with ${tool}`;
}

import { isJsonObject, type Json, type JsonObject } from '#base';
import type { PlanChanges } from '../edits/edit';
import { machineSubject } from '../rules/machine/machineSubject';
import { type MachineText, machineTexts } from '../rules/machine/machineTexts';
import type { StateMachinePlan } from '../schema/stateMachine';
import { inFields, type Renaming } from './renameInTexts';

/** Where what is written to variables stands: their names are keys there. */
const WRITES = /^(?:.*\/)?(?:values|output)$/;

/**
 * What of a machine reads otherwise under the new name of a variable: conditions, expressions and templates of its
 * states, transitions, actions, invocations, guards, delays and responders, and what assigns it.
 */
export function machineRenamed(plan: StateMachinePlan, name: Renaming): PlanChanges {
  const byOwner = new Map<string | null, Map<string, MachineText>>();
  for (const text of machineTexts(machineSubject(plan, null, new Map()))) {
    const list = byOwner.get(text.owner) ?? new Map<string, MachineText>();
    byOwner.set(text.owner, list.set(text.field, text));
  }
  const before: JsonObject = JSON.parse(JSON.stringify(plan));
  const { id: _id, kind: _kind, variables: _variables, ...after } = renamed(before, null, byOwner, name);
  return {
    ...after,
    variables: plan.variables.map((one) => (one.id === name.from ? { ...one, id: name.to } : one)),
  } as PlanChanges;
}

type Texts = ReadonlyMap<string | null, ReadonlyMap<string, MachineText>>;

/** A state, or the machine itself, with all that lies in it. */
function renamed(owner: JsonObject, id: string | null, texts: Texts, name: Renaming): JsonObject {
  const { states, ...own } = owner;
  const next = inFields(own, texts.get(id) ?? new Map(), name);
  const object = isJsonObject(next) ? withWrites(next, name) : own;
  if (!Array.isArray(states)) return object;
  const inner = states.map((state: Json) =>
    isJsonObject(state) ? renamed(state, String(state.id), texts, name) : state,
  );
  return { ...object, states: inner };
}

function withWrites(owner: JsonObject, name: Renaming): JsonObject {
  const { on, always, after, onDone, invoke, entry, exit, initialActions, ...rest } = owner;
  const changed = { on, always, after, onDone, invoke, entry, exit, initialActions };
  const written = Object.entries(changed).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, inWrites(value, name)] as const],
  );
  const all = { ...rest, ...Object.fromEntries(written) };
  // Fields stay in the order in which they stood.
  return Object.fromEntries(Object.keys(owner).map((key) => [key, all[key] ?? null]));
}

function inWrites(value: Json, name: Renaming, field = ''): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inWrites(item, name));
  if (!isJsonObject(value)) return value;
  const isWrite = WRITES.test(field);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      isWrite && key === name.from ? name.to : key,
      isWrite || FREE.has(key) ? inner : inWrites(inner, name, key),
    ]),
  );
}

/** What an author writes freely: a member called `output` is no list of writes there. */
const FREE: ReadonlySet<string> = new Set(['input', 'data', 'message', 'source']);

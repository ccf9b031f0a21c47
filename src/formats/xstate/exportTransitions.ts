import { type Json, type JsonObject, own } from '#base';
import { compileExpression, type EventTransition, type Transition, targetsOf } from '#plan';
import { marked, valueOfCel, WHEN_GUARD } from './dialect';
import { actionConfig } from './exportActions';
import { keptOf } from './names';
import type { TreeState } from './stateTree';
import { listField, restOf, type Writing } from './writing';

/** A transition as XState writes it in its longest form. */
export function transitionConfig(writing: Writing, from: TreeState, transition: Transition): JsonObject {
  const kept = keptOf(transition);
  const isRestart = transition.restart === true;
  const targets = isRestart ? [writing.tree.root] : targetsOf(transition).map((id) => writing.stateOf(id));
  const spelled = spellings(writing, from, targets, own(kept, 'target'));
  const [first] = spelled;
  const { when, reenter, description, actions } = transition;
  return {
    ...(first === undefined ? {} : { target: spelled.length === 1 ? first : spelled }),
    ...(when === undefined ? {} : { guard: guardConfig(writing, when, kept) }),
    ...(reenter === true ? { reenter } : {}),
    ...listField(
      'actions',
      (actions ?? []).map((action) => actionConfig(writing, action)),
    ),
    ...(description === undefined ? {} : { description }),
    ...(own(kept, 'meta') === undefined ? {} : { meta: own(kept, 'meta') ?? null }),
    ...restOf(kept),
  };
}

/** As they were spelled where they came from, if that still leads there. */
function spellings(
  writing: Writing,
  from: TreeState,
  targets: readonly TreeState[],
  original: Json | undefined,
): readonly string[] {
  const were = Array.isArray(original) ? (original as readonly Json[]) : [];
  const still =
    were.length === targets.length &&
    were.every(
      (name, index) => typeof name === 'string' && writing.tree.resolve(from, name) === targets[index],
    );
  return targets.map((to, index) => (still ? String(were[index]) : writing.tree.spell(from, to)));
}

/** A guard by its name where the condition is nothing else; else the condition itself, in the dialect. */
function guardConfig(writing: Writing, when: string, kept: JsonObject): Json {
  const { guard } = kept;
  if (guard !== undefined && own(kept, 'when') === when) return guard;
  return namedGuard(when) ?? { type: WHEN_GUARD, params: { when: writing.condition(when) } };
}

/** `guard("name")` and `guard("name", params)`, and nothing around it. */
function namedGuard(when: string): JsonObject | null {
  const parts = /^guard\(("(?:[^"\\]|\\.)*")(?:, ([\s\S]+))?\)$/.exec(when);
  const expression = parts === null ? null : compileExpression(when);
  if (parts === null || expression === null || !expression.ok) return null;
  const { ast } = expression.value.program;
  if (ast.op !== 'call' || ast.args[0] !== 'guard') return null;
  const type: Json = JSON.parse(parts[1] ?? '""');
  const params = parts[2];
  if (typeof type !== 'string' || type === WHEN_GUARD) return null;
  if (params === undefined) return { type };
  const value = valueOfCel(params);
  return { type, params: value === null ? marked('null') : value };
}

/** `on`: XState tries exact types before wildcards, so what stands before a transition and matches it too is written to both. */
export function onConfig(writing: Writing, from: TreeState, list: readonly EventTransition[]): JsonObject {
  const events = [...new Set(list.map(({ event }) => event))];
  const entries = events.map((event) => {
    const last = list.findLastIndex((transition) => transition.event === event);
    const tried = list.filter(
      (transition, index) => transition.event === event || (index < last && covers(transition.event, event)),
    );
    const configs = tried.map((transition) => transitionConfig(writing, from, transition));
    return [writing.eventType(event), configs] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether every event of a descriptor is one of another. */
function covers(wide: string, narrow: string): boolean {
  if (wide === '*') return true;
  if (!wide.endsWith('.*')) return false;
  const stem = wide.slice(0, -2);
  return narrow === stem || narrow.startsWith(`${stem}.`);
}

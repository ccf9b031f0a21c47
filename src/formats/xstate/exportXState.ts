import { canonicalJson, err, filled, type Json, type JsonObject, ok, own, present, problem } from '#base';
import {
  compileExpression,
  type EventTransition,
  type Invocation,
  type MachineAction,
  type State,
  type StateMachinePlan,
  type Transition,
  targetsOf,
  type Variable,
} from '#plan';
import type { Exporter } from '../common/codec';
import { DATA_MARK, keptOf, marked, PUBLISH, valueOfCel, valueOfTemplate, WHEN_GUARD } from './dialect';
import type { TreeState } from './stateTree';
import { listField, restOf, Writing } from './writing';

/**
 * Writes a state machine plan as the XState v5 configuration that its author would have written (M6): bare event
 * types, targets spelled as they were where they came from XState, all shorthands expanded. Conditions and values that
 * are expressions stand in it by the marks of the dialect (`formats/xstate/README.md`).
 */
export const exportXState: Exporter = (plan) => {
  if (plan.kind !== 'state-machine')
    return err(
      problem(
        'EXPORT_KIND',
        `"${plan.id}" is a capability plan; XState's format holds state machines.`,
        'Use compile --to xstate for the machines that it is compiled to, or export --to xstate-ts.',
        { plan: plan.id },
      ),
    );
  const writing = new Writing(plan);
  const value = machineConfig(writing);
  return ok({ value, leftOut: writing.leftOut });
};

function machineConfig(writing: Writing): JsonObject {
  const { plan, kept, tree } = writing;
  namePlanLeftOut(writing);
  const context = contextConfig(writing);
  const type = plan.type ?? own(kept, 'type');
  return {
    ...(own(kept, 'id') === null ? {} : { id: tree.root.id }),
    ...present({ type, description: plan.description }),
    ...filled({ context }),
    ...sharedConfig(writing, tree.root, plan),
    ...withKept(kept),
  };
}

function contextConfig(writing: Writing): JsonObject {
  const undeclared = own(writing.kept, 'undeclared');
  const names: readonly unknown[] = Array.isArray(undeclared) ? undeclared : [];
  const members = writing.plan.variables
    .filter(({ id }) => !names.includes(id))
    .map((variable) => [writing.variable(variable.id), initialOf(writing, variable)] as const);
  return Object.fromEntries(members);
}

function initialOf(writing: Writing, { id, scope, default: value }: Variable) {
  if (scope === 'IN') return { $input: writing.variable(id), ...present({ $default: value }) };
  return value ?? null;
}

function namePlanLeftOut(writing: Writing): void {
  const { plan } = writing;
  const fields: readonly (readonly [keyof StateMachinePlan, string])[] = [
    ['name', 'the name of a plan'],
    ['result', 'the outputs of a plan'],
    ['onGoal', 'the goal that starts a plan (M3)'],
    ['onTransition', 'a capability called for each transition (M3)'],
    ['responders', 'responders (M2)'],
    ['guards', 'what a named guard stands for'],
    ['delays', 'what a named delay stands for'],
  ];
  for (const [field, what] of fields) if (plan[field] !== undefined) writing.leave(what, field, null);
  for (const { id, schema, scope } of plan.variables)
    if ((schema !== undefined && Object.keys(schema).length > 0) || scope === 'OUT')
      writing.leave(`schema and scope of the variable "${id}"`, `variables.${id}`, null);
}

/** A state and those inside it. */
function stateConfig(writing: Writing, state: State): JsonObject {
  const at = writing.stateOf(state.id);
  const kept = keptOf(state);
  nameStateLeftOut(writing, state);
  const type = state.isTerminal === true ? 'final' : state.type;
  return {
    ...(at.hasOwnId ? { id: at.id } : {}),
    ...present({ type, description: state.description }),
    ...(type === 'history' ? historyConfig(writing, at, state) : {}),
    ...sharedConfig(writing, at, withDefaultNext(state)),
    ...withKept(kept),
  };
}

/** What the root has in common with its states; `states` come last. */
function sharedConfig(writing: Writing, at: TreeState, state: State | StateMachinePlan): JsonObject {
  const transitions = (key: 'always' | 'onDone'): JsonObject =>
    listField(
      key,
      (state[key] ?? []).map((transition) => transitionConfig(writing, at, transition)),
    );
  const actions = (key: 'exit'): JsonObject =>
    listField(
      key,
      (state[key] ?? []).map((action) => actionConfig(writing, action)),
    );
  const on = onConfig(writing, at, state.on ?? []);
  const after = afterConfig(writing, at, state);
  const states = Object.fromEntries(
    (state.states ?? []).map((child) => [writing.stateOf(child.id).key, stateConfig(writing, child)]),
  );
  return {
    ...(state.tags === undefined || state.tags.length === 0 ? {} : { tags: state.tags }),
    ...present({ meta: state.meta }),
    ...entryConfig(writing, state),
    ...actions('exit'),
    ...listField(
      'invoke',
      (state.invoke ?? []).map((invocation, index) =>
        invocationConfig(writing, at, invocation, `${state.id}.invoke[${index}]`),
      ),
    ),
    ...filled({ on }),
    ...transitions('always'),
    ...filled({ after }),
    ...transitions('onDone'),
    ...(state.output === undefined ? {} : { output: valueOfTemplate(state.output) }),
    ...initialConfig(writing, state),
    ...filled({ states }),
  };
}

/** What was kept beside it: what has no counterpart, a `meta` that is no object, an `initial` that says more. */
function withKept(kept: JsonObject): JsonObject {
  const { meta, initial } = kept;
  return {
    ...present({ meta, initial }),
    ...restOf(kept),
  };
}

/** M2: taken at once, or when the response has come and nothing else matched. */
function withDefaultNext(state: State): State {
  const { defaultNext: target, action } = state;
  if (target === undefined) return state;
  if (action === undefined) return { ...state, always: [...(state.always ?? []), { target }] };
  const { response } = action;
  if (response === undefined) return state;
  const failure = action.failure ?? response.replace(/[^.]*$/, 'failed');
  const ends = [response, failure].map((event) => ({ event, target }));
  return { ...state, on: [...(state.on ?? []), ...ends] };
}

function entryConfig(writing: Writing, state: State | StateMachinePlan): JsonObject {
  const entry = (state.entry ?? []).map((action) => actionConfig(writing, action));
  const action = 'action' in state ? state.action : undefined;
  if (action === undefined) return listField('entry', entry);
  const { event, data, response, failure } = action;
  const params: JsonObject = {
    event: writing.eventType(event),
    ...(data === undefined ? {} : { data: valueOfTemplate(data) }),
    ...(response === undefined ? {} : { response: writing.eventType(response) }),
    ...(failure === undefined ? {} : { failure: writing.eventType(failure) }),
  };
  return { entry: [...entry, { type: PUBLISH, params }] };
}

function afterConfig(writing: Writing, at: TreeState, state: State | StateMachinePlan): JsonObject {
  const after = new Map<string, Json[]>();
  for (const transition of state.after ?? []) {
    const delay = String(transition.delayMs ?? transition.delay ?? 0);
    const config = transitionConfig(writing, at, transition);
    after.set(delay, [...(after.get(delay) ?? []), config]);
  }
  return Object.fromEntries(after);
}

function initialConfig(writing: Writing, { initial, initialActions }: State | StateMachinePlan): JsonObject {
  if (initial === undefined) return {};
  const target = writing.stateOf(initial).key;
  if (initialActions === undefined || initialActions.length === 0) return { initial: target };
  return { initial: { target, actions: initialActions.map((action) => actionConfig(writing, action)) } };
}

function historyConfig(writing: Writing, at: TreeState, { history, target }: State): JsonObject {
  const targets = (target === undefined ? [] : [target].flat()).map((id) =>
    writing.tree.spellFromParent(at, writing.stateOf(id)),
  );
  const [first] = targets;
  return {
    ...present({ history }),
    ...(first === undefined ? {} : { target: targets.length === 1 ? first : targets }),
  };
}

function invocationConfig(
  writing: Writing,
  at: TreeState,
  invocation: Invocation,
  place: string,
): JsonObject {
  const kept = keptOf(invocation);
  const src = own(kept, 'src') ?? invocation.plan ?? invocation.capability ?? '';
  for (const field of ['output', 'timeoutMs', 'retry'] as const)
    if (invocation[field] !== undefined)
      writing.leave(`"${field}" of an invocation`, `${place}.${field}`, null);
  const transitions = (key: 'onDone' | 'onError'): JsonObject =>
    listField(
      key,
      (invocation[key] ?? []).map((transition) => transitionConfig(writing, at, transition)),
    );
  return {
    src,
    ...(invocation.id === undefined ? {} : { id: writing.invocation(invocation.id) }),
    ...(invocation.input === undefined ? {} : { input: valueOfTemplate(invocation.input) }),
    ...transitions('onDone'),
    ...transitions('onError'),
    ...restOf(kept),
  };
}

function nameStateLeftOut(writing: Writing, state: State): void {
  if (state.name !== undefined) writing.leave('the name of a state', 'name', state.id);
  if (state.pause !== undefined) writing.leave('a pause of the plan (M4)', 'pause', state.id);
  if (state.choose !== undefined) writing.leave('a choice by a model (M5)', 'choose', state.id);
  if (state.outcome !== undefined) writing.leave('the outcome of a final state', 'outcome', state.id);
}

/** A transition as XState writes it in its longest form. */
function transitionConfig(writing: Writing, from: TreeState, transition: Transition): JsonObject {
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
    ...present({ description }),
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
function onConfig(writing: Writing, from: TreeState, list: readonly EventTransition[]): JsonObject {
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

/** An action as XState's configuration writes it: names with `params`, its own ones by `xstate.*`. */
function actionConfig(writing: Writing, action: MachineAction): JsonObject {
  const name = nameOf(action);
  if (name !== null) return { type: name };
  switch (action.type) {
    case 'call':
      return {
        type: action.capability,
        ...(action.input === undefined ? {} : { params: valueOfTemplate(action.input) }),
        ...restOf(keptOf(action)),
      };
    case 'assign': {
      const values = Object.entries(action.values).map(
        ([variable, cel]) => [writing.variable(variable), valueOfCel(cel)] as const,
      );
      return { type: 'xstate.assign', params: { assignment: Object.fromEntries(values) } };
    }
    case 'log': {
      const label = action.label === undefined ? {} : { label: action.label };
      return { type: 'xstate.log', params: { value: valueOfTemplate(action.message), ...label } };
    }
    case 'cancel':
      return { type: 'xstate.cancel', params: { sendId: action.id } };
    case 'emit':
      return { type: 'xstate.emit', params: { event: eventConfig(writing, action) } };
    case 'raise':
      return {
        type: 'xstate.raise',
        params: { event: eventConfig(writing, action), ...delayed(writing, action) },
      };
    case 'send':
      return {
        type: 'xstate.sendTo',
        params: {
          to: writing.invocation(action.to),
          event: eventConfig(writing, action),
          ...delayed(writing, action),
        },
      };
  }
}

/** The name under which a module defined an action, while it is still what was made of that definition. */
function nameOf(action: MachineAction): string | null {
  const { name, made } = keptOf(action);
  if (typeof name !== 'string' || made === undefined) return null;
  const { source: _, ...fields } = action;
  const now: Json = JSON.parse(JSON.stringify(fields));
  return canonicalJson(now) === canonicalJson(made) ? name : null;
}

function eventConfig(
  writing: Writing,
  { event, data }: { readonly event: string; readonly data?: Json | undefined },
): JsonObject {
  const type = writing.eventType(event);
  if (data === undefined) return { type };
  const isFlat = typeof data === 'object' && data !== null && !Array.isArray(data);
  const members = isFlat ? (data as JsonObject) : {};
  const canBeFlat =
    Object.keys(members).length > 0 && !Object.hasOwn(members, 'type') && !Object.hasOwn(members, DATA_MARK);
  const value = valueOfTemplate(data);
  return canBeFlat ? { type, ...(value as JsonObject) } : { type, [DATA_MARK]: value };
}

function delayed(
  writing: Writing,
  action: {
    readonly id?: string | undefined;
    readonly delayMs?: number | undefined;
    readonly delay?: string | undefined;
  },
): JsonObject {
  const delay =
    action.delayMs ?? (action.delay === undefined ? undefined : delayNamed(writing, action.delay));
  return {
    ...present({ delay, id: action.id }),
  };
}

/** A delay that an importer named after its place is an expression again. */
function delayNamed(writing: Writing, name: string): Json {
  const cel = name.startsWith('delay of /')
    ? writing.plan.delays?.find((delay) => delay.name === name)?.ms
    : undefined;
  return typeof cel === 'string' ? marked(cel) : name;
}

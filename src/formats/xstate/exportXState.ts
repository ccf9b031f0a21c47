import {
  canonicalJson,
  err,
  filled,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  ok,
  own,
  present,
  problem,
} from '#base';
import {
  compileExpression,
  type EventTransition,
  hears,
  type Invocation,
  type MachineAction,
  type State,
  type StateMachinePlan,
  type Transition,
  targetsOf,
  type Variable,
} from '#plan';
import type { Exporter } from '../common/codec';
import { objectAt, picked } from '../common/fields';
import { DATA_MARK, keptOf, marked, PUBLISH, valueOfCel, valueOfTemplate, WHEN_GUARD } from './dialect';
import type { TreeState } from './stateTree';
import { Writing } from './writing';

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
  const { tags, meta, exit, invoke = [], on = [], always, onDone, output, states = [] } = state;
  return {
    ...filled({ tags }),
    ...present({ meta }),
    ...filled({
      entry: entryConfig(writing, state),
      exit: actionConfigs(writing, exit),
      invoke: invoke.map((invocation, index) =>
        invocationConfig(writing, at, invocation, `${state.id}.invoke[${index}]`),
      ),
      on: onConfig(writing, at, on),
      always: transitionConfigs(writing, at, always),
      after: afterConfig(writing, at, state),
      onDone: transitionConfigs(writing, at, onDone),
    }),
    ...present({ output: valueOfTemplate(output) }),
    ...initialConfig(writing, state),
    ...filled({
      states: Object.fromEntries(
        states.map((child) => [writing.stateOf(child.id).key, stateConfig(writing, child)]),
      ),
    }),
  };
}

function transitionConfigs(
  writing: Writing,
  at: TreeState,
  transitions: readonly Transition[] = [],
): readonly JsonObject[] {
  return transitions.map((transition) => transitionConfig(writing, at, transition));
}

function actionConfigs(writing: Writing, actions: readonly MachineAction[] = []): readonly JsonObject[] {
  return actions.map((action) => actionConfig(writing, action));
}

/** What was kept beside it: what has no counterpart, a `meta` that is no object, an `initial` that says more. */
function withKept(kept: JsonObject): JsonObject {
  return { ...picked(kept, ['meta', 'initial']), ...objectAt(kept, 'rest') };
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

function entryConfig(writing: Writing, state: State | StateMachinePlan): readonly JsonObject[] {
  const entry = actionConfigs(writing, state.entry);
  const action = 'action' in state ? state.action : undefined;
  if (action === undefined) return entry;
  const eventType = (type: string | undefined) => type && writing.eventType(type);
  const params = present({
    event: writing.eventType(action.event),
    data: valueOfTemplate(action.data),
    response: eventType(action.response),
    failure: eventType(action.failure),
  });
  return [...entry, { type: PUBLISH, params }];
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
  const actions = actionConfigs(writing, initialActions);
  return { initial: actions.length === 0 ? target : { target, actions } };
}

function historyConfig(writing: Writing, at: TreeState, { history, target }: State): JsonObject {
  const targets = (target === undefined ? [] : [target].flat()).map((id) =>
    writing.tree.spellFromParent(at, writing.stateOf(id)),
  );
  return { ...present({ history }), ...targetField(targets) };
}

/** One alone stands without a list. */
function targetField(targets: readonly string[]): JsonObject {
  return filled({ target: targets.length === 1 ? targets[0] : targets });
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
  const { id, input, onDone, onError } = invocation;
  return {
    src,
    ...present({ id: id && writing.invocation(id), input: valueOfTemplate(input) }),
    ...filled({
      onDone: transitionConfigs(writing, at, onDone),
      onError: transitionConfigs(writing, at, onError),
    }),
    ...objectAt(kept, 'rest'),
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
  const { when, reenter, description, actions } = transition;
  return {
    ...targetField(spelled),
    ...(when === undefined ? {} : { guard: guardConfig(writing, when, kept) }),
    ...(reenter === true ? { reenter } : {}),
    ...filled({ actions: actionConfigs(writing, actions) }),
    ...present({ description, meta: own(kept, 'meta') }),
    ...objectAt(kept, 'rest'),
  };
}

/** As they were spelled where they came from, if that still leads there. */
function spellings(
  writing: Writing,
  from: TreeState,
  targets: readonly TreeState[],
  original: Json | undefined,
): readonly string[] {
  const were: readonly Json[] = Array.isArray(original) ? original : [];
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
      (transition, index) => transition.event === event || (index < last && hears(transition.event, event)),
    );
    return [writing.eventType(event), transitionConfigs(writing, from, tried)] as const;
  });
  return Object.fromEntries(entries);
}

/** An action as XState's configuration writes it: names with `params`, its own ones by `xstate.*`. */
function actionConfig(writing: Writing, action: MachineAction): JsonObject {
  const name = nameOf(action);
  if (name !== null) return { type: name };
  switch (action.type) {
    case 'call':
      return {
        type: action.capability,
        ...present({ params: valueOfTemplate(action.input) }),
        ...objectAt(keptOf(action), 'rest'),
      };
    case 'assign': {
      const values = Object.entries(action.values).map(
        ([variable, cel]) => [writing.variable(variable), valueOfCel(cel)] as const,
      );
      return { type: 'xstate.assign', params: { assignment: Object.fromEntries(values) } };
    }
    case 'log': {
      const { message, label } = action;
      return { type: 'xstate.log', params: { value: valueOfTemplate(message), ...present({ label }) } };
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
  return canonicalJson(jsonOf(fields)) === canonicalJson(made) ? name : null;
}

function eventConfig(
  writing: Writing,
  { event, data }: { readonly event: string; readonly data?: Json | undefined },
): JsonObject {
  const type = writing.eventType(event);
  if (data === undefined) return { type };
  const members = isJsonObject(data) ? Object.keys(data) : [];
  const canBeFlat = members.length > 0 && !members.includes('type') && !members.includes(DATA_MARK);
  const value = valueOfTemplate(data);
  return canBeFlat && isJsonObject(value) ? { type, ...value } : { type, [DATA_MARK]: value };
}

function delayed(
  writing: Writing,
  { id, delayMs, delay }: Extract<MachineAction, { type: 'raise' | 'send' }>,
): JsonObject {
  return present({ delay: delayMs ?? (delay && delayNamed(writing, delay)), id });
}

/** A delay that an importer named after its place is an expression again. */
function delayNamed(writing: Writing, name: string): Json {
  const cel = name.startsWith('delay of /')
    ? writing.plan.delays?.find((delay) => delay.name === name)?.ms
    : undefined;
  return typeof cel === 'string' ? marked(cel) : name;
}

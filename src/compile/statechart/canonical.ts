import { filled, type Json, LIMITS, present } from '#base';
import {
  type DelayedTransition,
  type EventTransition,
  hears,
  type Invocation,
  listOf,
  listsOf,
  type MachineAction,
  mapStates,
  responsesOf,
  type State,
  type StateMachinePlan,
  type Transition,
  withList,
} from '#plan';
import { compiledType, defaultType } from './turn';

/** Actions of the document, their fields as parameters; event types that are raised are compiled (C4). */
type AuthoredAction<Action = MachineAction> = Action extends MachineAction
  ? { readonly type: Action['type']; readonly params: Omit<Action, 'type' | 'source'> }
  : never;

/** What a state's action and pause are compiled to (M2, M4). */
type StateActionConfig =
  | {
      readonly type: 'publish';
      readonly params: {
        readonly state: string;
        readonly event: string;
        readonly data: Json;
        readonly response: string | null;
        readonly failure: string | null;
      };
    }
  | { readonly type: 'unpublish'; readonly params: { readonly state: string } }
  | {
      readonly type: 'pause';
      readonly params: {
        readonly state: string;
        readonly reason: string | null;
        readonly resumeOn: string | null;
      };
    };

/** An action by its name, with parameters that are JSON. */
export type ChartAction = AuthoredAction | StateActionConfig;

/** A condition in CEL. */
type ChartGuard = { readonly type: 'when'; readonly params: { readonly when: string } };

export type ChartTransition = {
  readonly target?: string | readonly string[];
  readonly guard?: ChartGuard;
  readonly actions?: readonly ChartAction[];
  readonly reenter?: boolean;
  /** Where it is written in its state: `/on/0`. */
  readonly meta: { readonly path: string };
};

export type ChartTransitions = { readonly [descriptor: string]: readonly ChartTransition[] };

type ChartInvocation = {
  readonly id: string;
  /** `capability:<id>` or `plan:<id>`. */
  readonly src: string;
  readonly input?: Json;
  readonly onDone?: readonly ChartTransition[];
  readonly onError?: readonly ChartTransition[];
};

export type ChartState = {
  readonly id: string;
  readonly type?: 'parallel' | 'final' | 'history';
  readonly history?: 'shallow' | 'deep';
  readonly target?: string | readonly string[];
  readonly initial?: { readonly target: string; readonly actions?: readonly ChartAction[] };
  readonly tags?: readonly string[];
  readonly entry?: readonly ChartAction[];
  readonly exit?: readonly ChartAction[];
  readonly invoke?: readonly ChartInvocation[];
  readonly on?: ChartTransitions;
  readonly always?: readonly ChartTransition[];
  /** By milliseconds, or by `delay.<name>`. */
  readonly after?: ChartTransitions;
  readonly onDone?: readonly ChartTransition[];
  readonly output?: Json;
  readonly states?: { readonly [key: string]: ChartState };
};

/**
 * A state machine of the author as an XState v5 configuration: plain JSON that holds names only (C1). Its keys are the
 * ids of the document, which are safe as keys and as targets. Guards are `when` with a condition in CEL; actions are
 * those of the document, `publish`, `unpublish` and `pause`; `output` and `input` are templates. What these names do is
 * given once for all machines.
 */
export type ChartConfig = ChartState & { readonly options: { readonly maxIterations: number } };

/**
 * The canonical configuration of a machine (C1): the same plan gives the same bytes. Names and descriptions are no part
 * of it.
 */
export function canonicalOf(plan: StateMachinePlan): ChartConfig {
  const whole = withRestarts(withResponses(plan));
  return {
    ...sharedConfig(whole, rootIdOf(whole)),
    ...kindOf(whole),
    options: { maxIterations: LIMITS.microsteps },
  };
}

/** M2: actions say themselves what they await, also where only their responder does. */
function withResponses(plan: StateMachinePlan): StateMachinePlan {
  const states = mapStates(plan.states, (state) => {
    const { action } = state;
    const awaited = action === undefined ? null : responsesOf(action, plan.responders);
    return action === undefined || awaited === null ? state : { ...state, action: { ...action, ...awaited } };
  });
  return states === plan.states ? plan : { ...plan, states: [...states] };
}

/** A transition to the machine itself names its root, as XState does. */
function withRestarts(plan: StateMachinePlan): StateMachinePlan {
  const aim = (node: Node): Node =>
    listsOf(node).reduce<Node>((owner, list) => {
      const transitions = listOf(owner, list) ?? [];
      if (!transitions.some(({ restart }) => restart)) return owner;
      return withList(
        owner,
        list,
        transitions.map((one) => (one.restart ? { ...one, target: rootIdOf(plan) } : one)),
      );
    }, node);
  const states = mapStates(plan.states, (state) => aim(state) as State);
  const root = aim(plan) as StateMachinePlan;
  return states === plan.states ? root : { ...root, states: [...states] };
}

/** No state has this id: it holds a character that ids cannot have. */
function rootIdOf(plan: StateMachinePlan): string {
  return `plan:${plan.id}`;
}

function stateConfig(state: State): ChartState {
  if (isHistory(state)) return historyConfig(state);
  return { ...sharedConfig(state, state.id), ...kindOf(state) };
}

function isHistory(state: State): boolean {
  return state.type === 'history' || (state.type === undefined && state.history !== undefined);
}

function historyConfig({ id, history = 'shallow', target }: State): ChartState {
  return { id, type: 'history', history, ...present({ target: targetConfig(target) }) };
}

type Node = State | StateMachinePlan;

function kindOf(node: Node): Partial<ChartState> {
  const { output, states = [] } = node;
  const value = present({ output });
  if (isFinal(node)) return { type: 'final', ...value };
  const inner = filled({ states: statesConfig(states) });
  const ofRoot = 'kind' in node ? value : {};
  if (node.type === 'parallel') return { type: 'parallel', ...ofRoot, ...inner };
  return { ...ofRoot, ...initialConfig(node), ...inner };
}

/** M3: a terminal state is a final one of the machine itself. */
function isFinal(node: Node): boolean {
  return !('kind' in node) && (node.type === 'final' || node.isTerminal === true);
}

function statesConfig(states: readonly State[]): { readonly [key: string]: ChartState } {
  return Object.fromEntries(states.map((state) => [state.id, stateConfig(state)]));
}

/** Where no state is named as initial, it is the first that can be entered. */
function initialConfig({ initial, initialActions = [], states = [] }: Node): Partial<ChartState> {
  const target = initial ?? states.find((state) => !isHistory(state))?.id;
  if (target === undefined || states.length === 0) return {};
  return { initial: { target, ...filled({ actions: initialActions.map(actionConfig) }) } };
}

function sharedConfig(node: Node, id: string): ChartState {
  const { tags, entry = [], exit = [], on = [], always, after = [], onDone } = node;
  return {
    id,
    ...filled({
      tags,
      entry: [...entry.map(actionConfig), ...publishing(node), ...pausing(node)],
      exit: [...exit.map(actionConfig), ...withdrawing(node)],
      invoke: invocationsOf(node).map(invocationConfig),
      on: eventTransitions(on, defaultAfterResponse(node)),
      always: [...transitionConfigs(always, '/always'), ...defaultAtOnce(node)],
      after: delayedTransitions(after),
      onDone: transitionConfigs(onDone, '/onDone'),
    }),
  };
}

/** M1: the invocations of a state, each with the id that it has, or gets: `invoke`, `invoke-2` … */
export function invocationsOf(node: Node): readonly (Invocation & { readonly id: string })[] {
  return (node.invoke ?? []).map((invocation, index) => ({
    ...invocation,
    id: invocation.id ?? (index === 0 ? 'invoke' : `invoke-${index + 1}`),
  }));
}

function invocationConfig(
  { id, capability, plan, input, onDone, onError }: Invocation & { readonly id: string },
  index: number,
): ChartInvocation {
  return {
    id,
    src: plan === undefined ? `capability:${capability ?? ''}` : `plan:${plan}`,
    ...present({ input }),
    ...filled({
      onDone: transitionConfigs(onDone, `/invoke/${index}/onDone`),
      onError: transitionConfigs(onError, `/invoke/${index}/onError`),
    }),
  };
}

/** M2: the event that a state publishes, after its entry actions. */
function publishing(node: Node): readonly ChartAction[] {
  if ('kind' in node || node.action === undefined) return [];
  const { event, data = null } = node.action;
  const { response = null, failure = null } = isFinal(node) ? {} : node.action;
  return [{ type: 'publish', params: { state: node.id, event, data, response, failure } }];
}

function withdrawing(node: Node): readonly ChartAction[] {
  return awaitsResponse(node) ? [{ type: 'unpublish', params: { state: node.id } }] : [];
}

/** Whether a state waits for the response of its action. */
function awaitsResponse(node: Node): node is State {
  return !('kind' in node) && node.action?.response !== undefined && !isFinal(node);
}

/** M4: to enter the state pauses the plan. */
function pausing(node: Node): readonly ChartAction[] {
  if ('kind' in node || node.pause === undefined) return [];
  const { reason = null, resumeOn = null } = node.pause;
  return [{ type: 'pause', params: { state: node.id, reason, resumeOn } }];
}

/** M2: `defaultNext` is taken at once, where no response is awaited. */
function defaultAtOnce(node: Node): readonly ChartTransition[] {
  return awaitsResponse(node) ? [] : defaultOf(node);
}

function defaultAfterResponse(node: Node): ChartTransitions {
  const transitions = awaitsResponse(node) ? defaultOf(node) : [];
  return transitions.length === 0 || 'kind' in node ? {} : { [defaultType(node.id)]: transitions };
}

function defaultOf(node: Node): readonly ChartTransition[] {
  if ('kind' in node || node.defaultNext === undefined) return [];
  return [transitionConfig({ target: node.defaultNext }, '/defaultNext')];
}

/** A transition as XState writes it; targets are named by id. */
function transitionConfig(transition: Transition, path: string): ChartTransition {
  const { target, when, actions = [], reenter } = transition;
  return {
    ...present({ target: targetConfig(target) }),
    ...(when === undefined ? {} : { guard: { type: 'when', params: { when } } }),
    ...filled({ actions: actions.map(actionConfig) }),
    ...(reenter === true ? { reenter } : {}),
    meta: { path },
  };
}

/** A list of them, each with its own path; the order is the priority (M1). */
function transitionConfigs(
  transitions: readonly Transition[] | undefined,
  path: string,
): readonly ChartTransition[] {
  return (transitions ?? []).map((transition, index) => transitionConfig(transition, `${path}/${index}`));
}

/** Ids, whatever the nesting; one alone is written without a list, as XState writes it. */
function targetConfig(
  target: string | readonly string[] | undefined,
): string | readonly string[] | undefined {
  if (target === undefined) return undefined;
  const [only, ...others] = [target].flat();
  return only !== undefined && others.length === 0 ? `#${only}` : [target].flat().map((id) => `#${id}`);
}

/** An action as XState writes it: its type, and the rest as parameters. */
function actionConfig(action: MachineAction): ChartAction {
  switch (action.type) {
    case 'assign':
      return { type: action.type, params: paramsOf(action) };
    case 'raise':
      return { type: action.type, params: { ...paramsOf(action), event: compiledType(action.event) } };
    case 'send':
      return { type: action.type, params: paramsOf(action) };
    case 'cancel':
      return { type: action.type, params: paramsOf(action) };
    case 'log':
      return { type: action.type, params: paramsOf(action) };
    case 'emit':
      return { type: action.type, params: paramsOf(action) };
    case 'call':
      return { type: action.type, params: paramsOf(action) };
  }
}

function paramsOf<Action extends MachineAction>({
  type: _type,
  source: _source,
  ...params
}: Action): Omit<Action, 'type' | 'source'> {
  return params;
}

/**
 * Transitions for events, by descriptor. The order of the list is the priority, of wildcards too (M1), whereas XState
 * asks the longest descriptor first: so each takes along what stands before it and hears the same event. What follows
 * the last transition of its own is found where XState looks next.
 */
function eventTransitions(on: readonly EventTransition[], more: ChartTransitions = {}): ChartTransitions {
  const descriptors = [...new Set(on.map(({ event }) => event))];
  const entries = descriptors.map((descriptor) => {
    const last = on.findLastIndex(({ event }) => event === descriptor);
    const list = on.flatMap((transition, index) =>
      index <= last && hears(transition.event, descriptor)
        ? [transitionConfig(transition, `/on/${index}`)]
        : [],
    );
    return [compiledType(descriptor), list] as const;
  });
  return { ...Object.fromEntries(entries), ...more };
}

/** Delayed transitions by delay: those of one delay share a timer, in the order of the list. */
function delayedTransitions(after: readonly DelayedTransition[]): ChartTransitions {
  const byDelay = new Map<string, ChartTransition[]>();
  for (const [index, transition] of after.entries()) {
    const key = delayKey(transition);
    const list = byDelay.get(key) ?? [];
    list.push(transitionConfig(transition, `/after/${index}`));
    byDelay.set(key, list);
  }
  return Object.fromEntries(byDelay);
}

/** Never a number where it is a name. */
export function delayKey({ delayMs, delay }: Pick<DelayedTransition, 'delay' | 'delayMs'>): string {
  return delay === undefined ? String(delayMs ?? 0) : `delay.${delay}`;
}

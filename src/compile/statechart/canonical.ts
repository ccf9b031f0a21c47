import { LIMITS } from '#base';
import {
  type Invocation,
  listOf,
  listsOf,
  mapStates,
  responsesOf,
  type State,
  type StateMachinePlan,
  withList,
} from '#plan';
import type {
  ChartAction,
  ChartConfig,
  ChartInvocation,
  ChartState,
  ChartTransition,
  ChartTransitions,
} from './chartConfig';
import { defaultType } from './eventTypes';
import {
  actionConfig,
  delayedTransitions,
  eventTransitions,
  targetConfig,
  transitionConfig,
  transitionConfigs,
} from './transitions';

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
  const aim = target === undefined ? {} : { target: targetConfig(target) };
  return { id, type: 'history', history, ...aim };
}

type Node = State | StateMachinePlan;

function kindOf(node: Node): Partial<ChartState> {
  const { output, states = [] } = node;
  const value = output === undefined ? {} : { output };
  if (isFinal(node)) return { type: 'final', ...value };
  const inner = states.length === 0 ? {} : { states: statesConfig(states) };
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
  const actions = initialActions.length === 0 ? {} : { actions: initialActions.map(actionConfig) };
  return { initial: { target, ...actions } };
}

function sharedConfig(node: Node, id: string): ChartState {
  const invoke = invocationsOf(node).map(invocationConfig);
  const entry = [...(node.entry ?? []).map(actionConfig), ...publishing(node), ...pausing(node)];
  const exit = [...(node.exit ?? []).map(actionConfig), ...withdrawing(node)];
  return {
    id,
    ...given('tags', node.tags),
    ...given('entry', entry),
    ...given('exit', exit),
    ...given('invoke', invoke),
    ...givenObject('on', eventTransitions(node.on ?? [], defaultAfterResponse(node))),
    ...given('always', [...transitionConfigs(node.always, '/always'), ...defaultAtOnce(node)]),
    ...givenObject('after', delayedTransitions(node.after ?? [])),
    ...given('onDone', transitionConfigs(node.onDone, '/onDone')),
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
    ...(input === undefined ? {} : { input }),
    ...given('onDone', transitionConfigs(onDone, `/invoke/${index}/onDone`)),
    ...given('onError', transitionConfigs(onError, `/invoke/${index}/onError`)),
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

function given<Key extends string, Item>(
  key: Key,
  items: readonly Item[] | undefined,
): { readonly [K in Key]?: readonly Item[] } {
  return items === undefined || items.length === 0 ? {} : oneKey(key, items);
}

function givenObject<Key extends string>(
  key: Key,
  value: ChartTransitions,
): { readonly [K in Key]?: ChartTransitions } {
  return Object.keys(value).length === 0 ? {} : oneKey(key, value);
}

function oneKey<Key extends string, Value>(key: Key, value: Value): { readonly [K in Key]?: Value } {
  const made: { [K in Key]?: Value } = {};
  made[key] = value;
  return made;
}

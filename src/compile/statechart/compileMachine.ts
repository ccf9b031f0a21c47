import { createMachine, enqueueActions } from 'xstate';
import { type Diagnostic, err, hasErrors, type Json, ok, type Result } from '#base';
import { allStates, checkMachineAlone, type State, type StateMachinePlan, transitionsOf } from '#plan';
import { type ChartEvent, type Deed, deedOf, filledIn, guardOf, namedDelay, withoutTarget } from './actions';
import {
  type ChartAction,
  type ChartConfig,
  type ChartState,
  type ChartTransition,
  type ChartTransitions,
  canonicalOf,
} from './canonical';
import { contextIn } from './configuration';
import { afterTimer, doneType, failedType, type MachineEffect, timerType } from './turn';

/** A state machine that can be stepped. Made once for a plan by `compileMachine`. */
export interface CompiledMachine {
  readonly plan: StateMachinePlan;
  /** The canonical XState v5 configuration: JSON, names only (C1). */
  readonly config: ChartConfig;
  /** The plan itself by null, and its states by id. */
  readonly nodes: ReadonlyMap<string | null, State | StateMachinePlan>;
  /** Internal: what XState steps. */
  readonly logic: ChartLogic;
}

const COMPILED = new WeakMap<StateMachinePlan, Result<CompiledMachine, readonly Diagnostic[]>>();

/**
 * Compiles a state machine (C1, C4): deterministic, and kept by plan. What it refuses, `check` has refused before with
 * the same code: both ask the rules that look at the machine alone. Names that are not there yet, of capabilities,
 * guards and delays, refuse a run and no simulation.
 *
 * @returns the machine, or its errors
 * @example
 * const machine = compileMachine(plan);
 * if (machine.ok) startMachine(machine.value, { variables: {}, goalData: null });
 */
export function compileMachine(plan: StateMachinePlan): Result<CompiledMachine, readonly Diagnostic[]> {
  const known = COMPILED.get(plan);
  if (known) return known;
  const compiled = compileAnew(plan);
  COMPILED.set(plan, compiled);
  return compiled;
}

function compileAnew(plan: StateMachinePlan): Result<CompiledMachine, readonly Diagnostic[]> {
  const found = checkMachineAlone(plan);
  if (hasErrors(found)) return err(found.filter(({ severity }) => severity === 'error'));
  const config = canonicalOf(plan);
  const states = [...allStates(plan.states)].map((state) => [state.id, state] as const);
  return ok({ plan, config, nodes: new Map([[null, plan], ...states]), logic: lowerChart(config, plan) });
}

/** What a lowered machine says with this action goes out as it is, in the order in which it says so. */
export const EFFECT = 'effect';

export type ChartLogic = ReturnType<typeof lowerChart>;

/**
 * The machine that is stepped: the canonical configuration with `invoke` and `after` turned into effects on the way in
 * and out, in the places that XState gives them, so that a snapshot has no children and no clock; and with marks for
 * states that are left and entered and transitions that are taken.
 */
function lowerChart(config: ChartConfig, plan: StateMachinePlan) {
  const lowering = new Lowering(plan);
  const { options, ...root } = config;
  return createMachine({
    ...lowering.node(root, null),
    context: ({ input }: { input: unknown }) => Object(input),
    options,
  });
}

type Act = ReturnType<typeof act> | { readonly type: string; readonly params: MachineEffect };

type LoweredTransition = {
  readonly target?: string | readonly string[];
  readonly guard?: ReturnType<typeof guardOf>;
  readonly actions: readonly Act[];
  readonly reenter?: boolean;
};

type LoweredTransitions = { readonly [type: string]: readonly LoweredTransition[] };

type LoweredNode = {
  readonly id: string;
  readonly type?: 'parallel' | 'final' | 'history';
  readonly history?: 'shallow' | 'deep';
  readonly target?: string;
  readonly initial?: { readonly target: string; readonly actions: readonly Act[] };
  readonly tags?: readonly string[];
  readonly entry: readonly Act[];
  readonly exit: readonly Act[];
  readonly on: LoweredTransitions;
  readonly always?: readonly LoweredTransition[];
  readonly onDone?: readonly LoweredTransition[];
  readonly output?: (told: { readonly context: object; readonly event: ChartEvent }) => Json;
  readonly states?: { readonly [key: string]: LoweredNode };
};

/**
 * A change of nothing: with invocations, XState's snapshot would have other children now, and that is a reason for it to
 * look at eventless transitions once more.
 */
const CHILDREN = {};

class Lowering {
  constructor(private readonly plan: StateMachinePlan) {}

  /** @param state the id of the state; null for the root */
  node(config: ChartState, state: string | null): LoweredNode {
    const { id, type, history, target, initial, tags, always, onDone, output, states } = config;
    const timers = Object.keys(config.after ?? {}).map((delay) => ({
      delay,
      id: afterTimer(state, config.after?.[delay]?.[0]?.meta.path ?? ''),
    }));
    return {
      id,
      ...(type && { type }),
      ...(history && { history }),
      // Of a history state, which may have several; XState's types know one.
      ...(target && { target: target as string }),
      ...(tags && { tags }),
      ...(initial && { initial: { ...initial, actions: this.acts(initial.actions) } }),
      entry: [
        ...(state === null ? this.began() : [effect({ kind: 'entered', state })]),
        ...this.acts(config.entry),
        ...timers.map((timer) => this.startTimer(timer)),
        ...(config.invoke ?? []).map(({ id: invoked, src, input }) =>
          this.invoke(state, invoked, src, input),
        ),
      ],
      exit: [
        ...this.acts(config.exit),
        ...timers.map((timer) => effect({ kind: 'untimer', id: timer.id })),
        ...(config.invoke ?? []).map((invoked) => this.stop(state, invoked.id)),
        ...(state === null ? [] : [effect({ kind: 'left', state })]),
      ],
      on: {
        ...this.byType(config.on ?? {}, state),
        ...this.ofInvocations(config, state),
        ...Object.fromEntries(
          timers.map((timer) => [timerType(timer.id), this.list(config.after?.[timer.delay], state)]),
        ),
      },
      ...(always && { always: this.list(always, state) }),
      ...(onDone && { onDone: this.list(onDone, state) }),
      ...this.output(output, state),
      ...(states && {
        states: Object.fromEntries(
          Object.entries(states).map(([key, inner]) => [key, this.node(inner, inner.id)]),
        ),
      }),
    };
  }

  private began(): readonly Act[] {
    const all = [this.plan, ...allStates(this.plan.states)].flatMap((node) => transitionsOf(node));
    const canRestart = all.some(({ transition }) => 'restart' in transition && transition.restart);
    return canRestart ? [effect({ kind: 'began' })] : [];
  }

  private ofInvocations({ invoke = [] }: ChartState, state: string | null): LoweredTransitions {
    return Object.fromEntries(
      invoke.flatMap(({ id, onDone = [], onError = [] }) => [
        [doneType(state, id), this.list(onDone, state)] as const,
        [failedType(state, id), this.list(onError, state)] as const,
      ]),
    );
  }

  private byType(on: ChartTransitions, state: string | null): LoweredTransitions {
    return Object.fromEntries(Object.entries(on).map(([type, list]) => [type, this.list(list, state)]));
  }

  private list(
    transitions: readonly ChartTransition[] | undefined,
    state: string | null,
  ): readonly LoweredTransition[] {
    return (transitions ?? []).map(({ target, guard, actions, reenter, meta: { path } }) => ({
      ...(target && { target }),
      ...(guard && { guard: guardOf(guard.params.when, this.plan) }),
      ...(reenter && { reenter }),
      actions: [effect({ kind: 'taken', state, path }), ...this.acts(actions)],
    }));
  }

  private acts(actions: readonly ChartAction[] | undefined): readonly Act[] {
    return (actions ?? []).map((action) =>
      act((told) => deedOf(action, told.context, told.event, this.plan)),
    );
  }

  private startTimer({ delay, id }: { readonly delay: string; readonly id: string }): Act {
    return act(({ context, event }) => {
      const named = delay.startsWith('delay.') ? delay.slice('delay.'.length) : null;
      const delayMs = named === null ? Number(delay) : namedDelay(named, context, event, this.plan);
      return delayMs === null ? {} : { effects: [{ kind: 'timer', id, delayMs }] };
    });
  }

  private invoke(state: string | null, id: string, src: string, input: Json | undefined): Act {
    const plan = src.startsWith('plan:') ? src.slice('plan:'.length) : null;
    const capability = plan === null ? src.slice('capability:'.length) : null;
    return act(({ context, event }) => ({
      change: CHILDREN,
      books: { pending: withoutTarget(context.books.pending, id) },
      effects: [{ kind: 'invoke', state, id, capability, plan, input: filledIn(context, event, input) }],
    }));
  }

  private stop(state: string | null, id: string): Act {
    return act(({ context: { books } }) => ({
      change: CHILDREN,
      books: { pending: withoutTarget(books.pending, id) },
      effects: [{ kind: 'stop', state, id }],
    }));
  }

  /** Without an output of its own, a machine is done with that of its final state. */
  private output(template: Json | undefined, state: string | null): Pick<LoweredNode, 'output'> {
    if (template === undefined && state !== null) return {};
    const output = template === undefined ? '{{ event.data }}' : template;
    return { output: ({ context, event }) => filledIn(contextIn(context), event, output) };
  }
}

function effect(params: MachineEffect) {
  return { type: EFFECT, params } as const;
}

/** An action of XState's out of a pure function. */
function act(deed: (told: { context: ReturnType<typeof contextIn>; event: ChartEvent }) => Deed) {
  return enqueueActions(({ context, event, enqueue }) => {
    const told = contextIn(context);
    const { change, books, effects = [], raise } = deed({ context: told, event });
    Object.assign(told.books, books);
    if (change) enqueue.assign(change);
    for (const params of effects) enqueue({ type: EFFECT, params });
    if (raise) enqueue.raise(raise);
  });
}

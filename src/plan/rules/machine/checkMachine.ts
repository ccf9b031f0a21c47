import { type Diagnostic, problem, type Where, warning } from '#base';
import { compileCondition } from '../../expressions/condition';
import { cyclesOf } from '../../graph/cycles';
import { targetsOf, transitionsOf } from '../../graph/transitions';
import { didYouMean } from '../../read/nearest';
import { allStates } from '../../read/structure';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import type { State } from '../../schema/state';
import type { StateMachinePlan } from '../../schema/stateMachine';

/** Checks a state machine plan (M1). */
export function checkMachine(plan: StateMachinePlan, catalogue: Catalogue): readonly Diagnostic[] {
  const states = [...allStates(plan.states)];
  const machine: Machine = { plan, states, ids: new Set(states.map((state) => state.id)), catalogue };
  return [
    ...ofInitial(plan.initial, plan.states, { plan: plan.id, field: '/initial' }),
    ...states.flatMap((state) => ofState(state, machine)),
    ...ofFinals(machine),
    ...ofEventlessCycles(machine),
  ];
}

/** What is wrong with a machine whatever its workspace holds: what `compileMachine` refuses (C1). */
export function checkMachineAlone(plan: StateMachinePlan): readonly Diagnostic[] {
  return checkMachine(plan, new Map()).filter(({ code }) => code !== 'CAPABILITY_UNKNOWN');
}

interface Machine {
  readonly plan: StateMachinePlan;
  readonly states: readonly State[];
  readonly ids: ReadonlySet<string>;
  readonly catalogue: Catalogue;
}

function ofInitial(
  initial: string | undefined,
  states: readonly State[],
  where: Where,
): readonly Diagnostic[] {
  if (states.length === 0) {
    return [problem('MACHINE_EMPTY', 'There are no states.', 'Add a state.', where)];
  }
  if (initial === undefined || states.some((state) => state.id === initial)) return [];
  const help = `${didYouMean(
    initial,
    states.map((state) => state.id),
  )}Name one of the states right inside.`;
  return [problem('INITIAL_UNKNOWN', `The initial state "${initial}" is not there.`, help, where)];
}

function ofState(state: State, machine: Machine): readonly Diagnostic[] {
  const where = (field: string): Where => ({ plan: machine.plan.id, node: state.id, field });
  const found: Diagnostic[] = [];
  for (const { path, transition } of transitionsOf(state)) {
    for (const target of targetsOf(transition)) {
      if (!machine.ids.has(target)) {
        found.push(unknownTarget(target, machine, where(path === '/defaultNext' ? path : `${path}/target`)));
      }
    }
    const { when } = transition;
    const condition = when === undefined ? null : compileCondition(when);
    if (condition && !condition.ok) {
      const { offset = 0 } = condition.problem.where;
      found.push({ ...condition.problem, where: { ...where(`${path}/when`), offset } });
    }
  }
  return [...found, ...ofKind(state, where), ...ofInvocations(state, machine, where)];
}

function ofKind(state: State, where: (field: string) => Where): readonly Diagnostic[] {
  const inner = state.states ?? [];
  const found: Diagnostic[] = [];
  const isFinal = state.type === 'final' || state.isTerminal === true;
  if (isFinal && transitionsOf(state).length > 0) {
    found.push(
      problem(
        'FINAL_WITH_TRANSITIONS',
        `The final state "${state.id}" has transitions.`,
        'Remove them, or make it an ordinary state.',
        where('/type'),
      ),
    );
  }
  if (inner.length > 0 && (isFinal || state.type === 'atomic' || state.type === 'history')) {
    found.push(
      problem(
        'STATE_CANNOT_NEST',
        `"${state.id}" is ${state.type ?? 'final'} and cannot hold states.`,
        'Make it compound or parallel.',
        where('/states'),
      ),
    );
  }
  const isCompound = state.type === 'compound' || (state.type === undefined && inner.length > 0);
  if (isCompound) found.push(...ofInitial(state.initial, inner, where('/initial')));
  if (state.type === 'parallel' && state.initial !== undefined) {
    found.push(
      problem(
        'PARALLEL_WITH_INITIAL',
        `"${state.id}" is parallel: all its states are entered, none is initial.`,
        'Remove "initial".',
        where('/initial'),
      ),
    );
  }
  return found;
}

function ofInvocations(
  state: State,
  { plan, catalogue }: Machine,
  where: (field: string) => Where,
): readonly Diagnostic[] {
  return (state.invoke ?? []).flatMap(({ capability }, index) => {
    if (capability === undefined || catalogue.has(capability)) return [];
    const help = `${didYouMean(capability, catalogue.keys())}Choose one of the list, or add it to the workspace.`;
    const at = { ...where(`/invoke/${index}/capability`), plan: plan.id };
    return [problem('CAPABILITY_UNKNOWN', `There is no capability "${capability}".`, help, at)];
  });
}

/** M1, case D2: a machine that never ends is unusual, and so is a state that nothing leads to. */
function ofFinals({ plan, states }: Machine): readonly Diagnostic[] {
  if (states.length === 0 || states.some((state) => state.type === 'final' || state.isTerminal === true))
    return [];
  return [
    warning(
      'NO_FINAL_STATE',
      `The machine "${plan.id}" has no final state, and never completes.`,
      'Make one of its states final.',
      { plan: plan.id },
    ),
  ];
}

/** Case D1: states that lead to each other without an event would never come to rest. */
function ofEventlessCycles({ plan, states }: Machine): readonly Diagnostic[] {
  const edges = states.flatMap((state) =>
    transitionsOf(state)
      .filter(({ cause }) => cause === 'always')
      .flatMap(({ transition }) =>
        [...targetsOf(transition), ...(transition.target === undefined ? [state.id] : [])].map((to) => ({
          from: state.id,
          port: transition.when === undefined ? 'always' : 'when',
          to,
        })),
      ),
  );
  const nodes = states.map((state) => ({ id: state.id, type: 'NOTE' as const, params: { markdown: '' } }));
  const certain = cyclesOf({ nodes, edges: edges.filter(({ port }) => port === 'always') });
  const possible = cyclesOf({ nodes, edges }).filter(
    (ids) => !certain.some((other) => other.every((id) => ids.includes(id))),
  );
  const where = (ids: readonly string[]): Where => ({
    plan: plan.id,
    ...(ids[0] === undefined ? {} : { node: ids[0] }),
  });
  return [
    ...certain.map((ids) =>
      problem(
        'EVENTLESS_CYCLE',
        `These states lead to each other without an event, for ever: ${ids.join(', ')}.`,
        'Give one of the transitions an event or a condition.',
        where(ids),
      ),
    ),
    ...possible.map((ids) =>
      warning(
        'EVENTLESS_CYCLE',
        `These states may lead to each other without an event: ${ids.join(', ')}.`,
        'See that one of the conditions ends it.',
        where(ids),
      ),
    ),
  ];
}

function unknownTarget(target: string, { ids }: Machine, where: Where): Diagnostic {
  const help = `${didYouMean(target, ids)}Name a state of this machine.`;
  return problem('TARGET_UNKNOWN', `There is no state "${target}".`, help, where);
}

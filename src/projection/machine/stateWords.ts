import type { Invocation, State, StateMachinePlan } from '#plan';
import type { StateKind } from '../machineShapes';
import { cutText } from '../shortValue';

const MOST_CHARACTERS = 80;

/** What a state is, also where its document leaves it to what is inside (M1). */
export function kindOfState(state: State): StateKind {
  if (state.type !== undefined) return state.type;
  return (state.states?.length ?? 0) > 0 ? 'compound' : 'atomic';
}

/** What a state is called. */
export function titleOfState({ id, name }: State): string {
  return name === undefined || name.trim() === '' ? id : name;
}

/** The one line that matters for a state: what it publishes, invokes, waits for, or how its regions end. */
export function stateLine(state: State, plan: StateMachinePlan): string {
  return cutText(partsOf(state, plan).join(' · '), MOST_CHARACTERS);
}

function partsOf(state: State, plan: StateMachinePlan): readonly string[] {
  return [
    ...goalPart(state, plan),
    ...(state.pause === undefined ? [] : [pauseText(state.pause)]),
    ...(state.action === undefined ? [] : [actionText(state, plan)]),
    ...(state.invoke ?? []).map((invocation) => `invokes ${invokedBy(invocation)}`),
    ...(state.choose === undefined ? [] : ['a model chooses what is next']),
    ...kindPart(state),
    ...endPart(state, plan),
  ];
}

function goalPart({ id }: State, plan: StateMachinePlan): readonly string[] {
  const isInitial = id === (plan.initial ?? plan.states[0]?.id) && plan.type !== 'parallel';
  return isInitial && plan.onGoal !== undefined ? [`on goal: ${plan.onGoal}`] : [];
}

function pauseText({ reason, resumeOn }: NonNullable<State['pause']>): string {
  const until = resumeOn === undefined ? '' : ` until ${resumeOn}`;
  return `pauses${until}${reason === undefined ? '' : `: ${reason}`}`;
}

/** A responder without a capability or plan is a person who is asked (M2). */
function actionText({ action }: State, plan: StateMachinePlan): string {
  const event = action?.event ?? '';
  const responder = plan.responders?.find(({ request }) => request === event);
  const asks = responder !== undefined && responder.capability === undefined && responder.plan === undefined;
  return asks ? `asks ${responder.id}` : `publishes ${event}`;
}

function invokedBy({ capability, plan, id }: Invocation): string {
  return capability ?? plan ?? id ?? 'nothing';
}

function kindPart(state: State): readonly string[] {
  switch (kindOfState(state)) {
    case 'parallel':
      return [
        (state.states?.length ?? 0) === 2
          ? 'parallel, both regions must finish'
          : 'parallel, all regions must finish',
      ];
    case 'history':
      return [state.history === 'deep' ? 'deep history' : 'history'];
    default:
      return [];
  }
}

function endPart(state: State, plan: StateMachinePlan): readonly string[] {
  if (state.isTerminal !== true && state.type !== 'final') return [];
  const outcome = state.outcome === undefined ? [] : [`the plan has ${state.outcome}`];
  return state.output === undefined && outcome.length === 0 && state.isTerminal === true
    ? [plan.onGoal === undefined ? 'ends the plan' : 'answers the goal']
    : outcome;
}

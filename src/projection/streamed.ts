import type { Body, PlanNode, State, StateMachinePlan } from '#plan';
import type { PlanningRecord, StreamedStep } from './runView';
import { cutText } from './shortText';

/** What a planner has made so far, ready to be drawn: a body, and which of its nodes are ghosts and why. */
export interface StreamedBody {
  readonly body: Body;
  readonly ghosts: ReadonlyMap<PlanNode, string>;
  /** Whether the steps are a chain only because that is how they arrived. */
  readonly ordered: boolean;
}

/**
 * The plan of a planner before an executor has opened it: the accepted one with its own edges, else the steps
 * that arrived, one after another. Refused steps are there as ghosts (D4), and after the first step the place of the one
 * that is being written. Null when there is nothing yet.
 *
 * @param isWritten whether its model is at work on it
 */
export function streamedBody(
  planning: Pick<PlanningRecord, 'streamed' | 'accepted'>,
  isWritten = false,
): StreamedBody | null {
  const ghosts = new Map<PlanNode, string>();
  const nodes: PlanNode[] = [];
  for (const step of planning.streamed) {
    const reason = reasonOf(step);
    const node = step.node ?? ghostNode(step);
    if (reason !== null) ghosts.set(node, reason);
    if (reason !== null || planning.accepted === null) nodes.push(node);
  }
  if (planning.accepted !== null) {
    const { nodes: accepted, edges } = planning.accepted;
    return { body: { nodes: [...accepted, ...nodes], edges }, ghosts, ordered: false };
  }
  if (nodes.length === 0) return null;
  if (isWritten) nodes.push(writtenNode(planning.streamed.length + 1));
  return { body: { nodes, edges: [] }, ghosts, ordered: true };
}

/**
 * A plan that runs, with what its planner has added to it since it was asked again (P2): the revision that was accepted
 * and waits, else the steps that arrived, after the last of the plan. Null when nothing has come.
 */
export function nextBody(running: Body, planning: PlanningRecord): StreamedBody | null {
  const streamed = streamedBody(planning);
  if (streamed === null || planning.accepted !== null) return streamed;
  const { nodes } = streamed.body;
  const followed = new Set(running.edges.map(({ from }) => from));
  const last = running.nodes.filter(({ id }) => !followed.has(id)).map(({ id }) => id);
  const drawn = nodes.filter((node) => !streamed.ghosts.has(node)).map(({ id }) => id);
  const edges = drawn.flatMap((to, index) => {
    const before = index === 0 ? last : [drawn[index - 1] ?? ''];
    return before.map((from) => ({ from, port: 'out', to }));
  });
  return {
    body: { nodes: [...running.nodes, ...nodes], edges: [...running.edges, ...edges] },
    ghosts: streamed.ghosts,
    ordered: false,
  };
}

/** Why a step is refused; null where it is not. */
function reasonOf(step: StreamedStep): string | null {
  const errors = step.problems.filter((one) => one.severity === 'error');
  if ((step.node !== null || step.state !== undefined) && errors.length === 0) return null;
  return errors.map((one) => one.message).join('\n') || 'This step could not be read.';
}

/** A `~` is in no id (W2), so a ghost without a node never takes the place of one that runs. */
function ghostNode(step: StreamedStep): PlanNode {
  return {
    id: `~${step.step + 1}`,
    type: 'NOTE',
    name: `Step ${step.step + 1}`,
    params: { markdown: cutText(step.text, 80) },
  };
}

const WRITTEN = '~writing-';

/** Each has a place of its own, so that the step that takes it begins where it stood. */
function writtenNode(step: number): PlanNode {
  return { id: `${WRITTEN}${step}`, type: 'NOTE', name: `Writing step ${step}`, params: { markdown: '' } };
}

/** Whether it stands for the step that is being written. */
export function isBeingWritten({ id }: PlanNode): boolean {
  return id.startsWith(WRITTEN);
}

/** A machine that a planner makes, ready to be drawn. */
export interface StreamedMachine {
  readonly machine?: StateMachinePlan;
  /** Refused states by id, with the reason. */
  readonly refused?: ReadonlyMap<string, string>;
}

/**
 * The machine of a planner before an executor has opened it (M5, D4): the accepted one, else the states that arrived;
 * a transition is drawn when the state that it leads to has come. Empty where the planner makes none.
 */
export function streamedMachine({
  accepted,
  machine,
  streamed,
}: Pick<PlanningRecord, 'accepted' | 'machine' | 'streamed'>): StreamedMachine {
  if (accepted !== null) return machine === undefined ? {} : { machine };
  const of = streamed.flatMap((step) => step.machine ?? []).at(-1);
  if (of === undefined) return {};
  const refused = new Map<string, string>();
  const states = streamed.map((step) => {
    const state = step.state ?? ghostState(step);
    const reason = reasonOf(step);
    if (reason !== null) refused.set(state.id, reason);
    return state;
  });
  return { machine: { ...of, kind: 'state-machine', variables: [], states }, refused };
}

/** A `~` is in no id (W2). */
function ghostState({ step }: StreamedStep): State {
  return { id: `~${step + 1}`, name: `State ${step + 1}` };
}

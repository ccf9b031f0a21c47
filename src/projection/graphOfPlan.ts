import { type Diagnostic, ROOT } from '#base';
import type { Body, CapabilityPlan, Catalogue, Plan, PlanNode, StateMachinePlan } from '#plan';
import { type Drawing, drawBody, type Eye, plainDrawing } from './drawBody';
import type { Graph } from './graph';
import { problemsOf } from './graph';
import { graphOfMachine } from './graphOfMachine';
import type { PlanningAttempt } from './runView';
import { type OfWorkspace, planLine, type Surroundings } from './shortText';
import { type StreamedBody, type StreamedMachine, streamedBody, streamedMachine } from './streamed';

/**
 * A plan as its author sees it: a card or box per node, with the one line that matters for its type.
 *
 * @param diagnostics problems of the workspace; those of this plan's nodes become the `reason` of their cards
 * @param catalogue titles of capabilities, where they are known
 * @param workspace its plans and models, for what SUB_PLANs run and who plans
 */
export function graphOfPlan(
  plan: CapabilityPlan,
  diagnostics: readonly Diagnostic[] = [],
  catalogue: Catalogue | null = null,
  workspace: OfWorkspace | null = null,
): Graph {
  return drawBody(plainDrawing(plan, ROOT), eyeOfAuthor(plan, catalogue, diagnostics, workspace));
}

/** Sees problems, and no run. */
export function eyeOfAuthor(
  plan: CapabilityPlan,
  catalogue: Catalogue | null,
  diagnostics: readonly Diagnostic[] = [],
  workspace: OfWorkspace | null = null,
): Eye {
  const around: Surroundings = { plan, catalogue, workspace };
  const problems = problemsOf(plan, diagnostics, catalogue);
  return {
    around,
    read: (node) => ({
      status: null,
      line: planLine(node, around),
      ...(problems.get(node.id) ?? { reason: null }),
    }),
    edge: () => 'idle',
    inside: () => null,
    light: () => null,
    rounds: () => null,
    scope: (address) => address,
  };
}

/** A plan of either kind as its author sees it, without its problems: for small pictures. */
export function graphOf(plan: Plan): Graph {
  return plan.kind === 'capability' ? graphOfPlan(plan) : graphOfMachine(plan);
}

/** A plan as far as it could be read of a reply. */
export interface ReadDraft {
  readonly body: Body;
  readonly machine?: StateMachinePlan;
  /** Nodes that stand for steps which could not be read. */
  readonly unread: ReadonlySet<PlanNode>;
}

/** What is drawn of an attempt. */
interface AttemptGraph {
  readonly graph: Graph;
  /** How many steps, or states, are in it, and how many of them were refused. */
  readonly parts: number;
  readonly refused: number;
}

/**
 * What a planner drew in one attempt, taken or not (P6): its plan where that was accepted, else what was read of the whole
 * reply, else the steps that arrived before it broke off. Steps that a problem names are ghosts with the reason.
 *
 * @param draft what can be read of its reply as a whole; null where nothing can
 * @param catalogue titles of capabilities
 * @returns null where there is nothing to draw
 */
export function graphOfAttempt(
  attempt: PlanningAttempt,
  draft: ReadDraft | null,
  catalogue: Catalogue,
): AttemptGraph | null {
  const drawn = acceptedIn(attempt) ?? draftIn(draft, attempt.problems, catalogue) ?? streamedIn(attempt);
  if (drawn === null) return null;
  const plan = planOf(drawn.body);
  const eye = eyeOfAuthor(plan, catalogue);
  const drawing: Drawing = { ...plainDrawing(plan, ROOT), planned: true, ...drawn };
  const parts = drawn.machine?.states.length ?? drawn.body.nodes.length;
  return { graph: drawBody(drawing, eye), parts, refused: drawn.refused?.size ?? drawn.ghosts.size };
}

type Drawn = StreamedBody & StreamedMachine;

const NO_GHOSTS: ReadonlyMap<PlanNode, string> = new Map();

function acceptedIn({ made }: PlanningAttempt): Drawn | null {
  if (made === null) return null;
  const { plan: body, ...machine } = made;
  return { body, ghosts: NO_GHOSTS, ordered: false, ...machine };
}

function draftIn(
  draft: ReadDraft | null,
  problems: readonly Diagnostic[],
  catalogue: Catalogue | null,
): Drawn | null {
  if (draft === null) return null;
  const { body, machine, unread } = draft;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const refused = problemsOf(machine ?? planOf(body), errors, catalogue);
  const reasons = new Map([...refused].map(([id, { reason }]) => [id, reason]));
  if (machine !== undefined) return { body, machine, refused: reasons, ghosts: NO_GHOSTS, ordered: false };
  const ghosts = new Map<PlanNode, string>();
  for (const node of body.nodes) {
    const reason = reasons.get(node.id) ?? (unread.has(node) ? 'This step could not be read.' : undefined);
    if (reason !== undefined) ghosts.set(node, reason);
  }
  return { body, ghosts, ordered: false };
}

function streamedIn({ arrival: { streamed } }: PlanningAttempt): Drawn | null {
  const steps = { streamed, accepted: null };
  const body = streamedBody(steps);
  return body && { ...body, ...streamedMachine(steps) };
}

function planOf({ nodes, edges }: Body): CapabilityPlan {
  return { id: 'attempt', kind: 'capability', name: '', variables: 'open', nodes, edges };
}

import {
  type Address,
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  ROOT,
  within,
} from '#base';
import { type Doubt, doubtInWords } from '#kernel';
import {
  allStates,
  type Body,
  bodyHash,
  type CapabilityPlan,
  type Catalogue,
  type PlanNode,
  type State,
  type StateMachinePlan,
  titleOf,
} from '#plan';
import { drawBody, plainDrawing } from './drawBody';
import type { Graph, StepChange } from './graph';
import { eyeOfAuthor } from './graphOfPlan';
import { isSettled, type NodeRecord, type OpenedPlan, type RunView } from './runView';

/** A plan that took the place of another because that was in doubt (P9), as the difference of the two by the ids of their steps. */
export interface PlanRevision {
  readonly executor: Address;
  /** The number of the later plan. */
  readonly revision: number;
  readonly doubt: Doubt;
  /** Why, in a sentence, with the error of the step where one failed. */
  readonly reason: string;
  readonly steps: readonly RevisedStep[];
  /** It waits for approval, and nothing of it runs. */
  readonly isProposed?: true;
}

export interface RevisedStep {
  readonly id: string;
  readonly title: string;
  readonly change: StepChange;
  /** Of a step that was changed: what it says otherwise. */
  readonly fields: readonly ChangedField[];
}

/** A field of a step before and after; undefined where it is not there. */
interface ChangedField {
  /** Its path in the node: `input.text`. */
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * What became of the steps of the plan of an executor each time it was re-planned, the first revision first; one that waits for
 * approval is the last.
 */
export function revisionsOf(opened: OpenedPlan, view: Records): readonly PlanRevision[] {
  const revisions: PlanRevision[] = [...proposedTo(opened, view)];
  for (let at: OpenedPlan | null = opened; at !== null; at = at.before) {
    if (at.before?.doubt != null) revisions.unshift(revisionOf(at, at.before, at.before.doubt, view));
  }
  return revisions;
}

/** A plan that its planner has made in place of this one, and that waits. */
function proposedTo(opened: OpenedPlan, view: Records): readonly PlanRevision[] {
  const { doubt, executor, revision } = opened;
  const plan = [...view.planning.values()].find(
    ({ again }) => again?.executor === executor && again.revision === revision,
  )?.accepted;
  if (doubt === null || plan == null) return [];
  return [
    { ...revisionOf({ ...opened, plan, revision: revision + 1 }, opened, doubt, view), isProposed: true },
  ];
}

/** The same of all executors of a run. */
export function revisionsIn(view: Records & Pick<RunView, 'opened'>): readonly PlanRevision[] {
  return [...view.opened.values()].flatMap((opened) => revisionsOf(opened, view));
}

type Records = Pick<RunView, 'nodes' | 'planning'>;

function revisionOf(
  { executor, revision, plan }: OpenedPlan,
  before: OpenedPlan,
  doubt: Doubt,
  view: Records,
): PlanRevision {
  const error = recordIn(before, doubt.step, view)?.error;
  return {
    executor,
    revision,
    doubt,
    reason: error == null ? doubtInWords(doubt) : `${doubtInWords(doubt)} ${error.message}`,
    steps: revisedSteps(before, plan, view),
  };
}

function recordIn({ began, scope }: OpenedPlan, id: string, { nodes }: Records): NodeRecord | undefined {
  return nodes.get(within(began.get(id) ?? scope, id));
}

/**
 * What has become of each step of a plan that another follows, in the order of that, then those that it has no more. A step that
 * failed is in both plans, since it has run; nothing goes on from it, so it counts as dropped.
 */
export function revisedSteps(before: OpenedPlan, after: Body, view: Records): readonly RevisedStep[] {
  const old = new Map(before.plan.nodes.map((node) => [node.id, node]));
  const now = new Map(after.nodes.map((node) => [node.id, node]));
  return [...planDifference(before.plan, after)].flatMap(([id, found]) => {
    const node = now.get(id) ?? old.get(id);
    if (node === undefined) return [];
    const change = recordIn(before, id, view)?.status === 'failed' ? 'dropped' : found;
    return [
      {
        id,
        title: titleOf(node),
        change,
        fields: change === 'changed' ? changedFields(old.get(id), node) : [],
      },
    ];
  });
}

/** The fields of a step that differ from those that it had, but for its name. */
export function changedFields(before: PlanNode | undefined, after: PlanNode): readonly ChangedField[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field), after: now.get(field) };
    return said(change.before) === said(change.after) ? [] : [change];
  });
}

/** What stands in a node, by its path; objects one level deep are told member by member. */
function fieldsOf(node: PlanNode | undefined): ReadonlyMap<string, Json> {
  const plain: JsonObject = JSON.parse(JSON.stringify(node ?? {}));
  const { id: _id, name: _name, source: _source, ...rest } = plain;
  return new Map(Object.entries(rest).flatMap(([name, value]) => membersOf(name, value)));
}

function membersOf(name: string, value: Json): readonly (readonly [string, Json])[] {
  if (!isJsonObject(value)) return [[name, value]];
  return Object.entries(value).map(([key, member]) => [`${name}.${key}`, member] as const);
}

function said(value: Json | undefined): string | null {
  return value === undefined ? null : canonicalJson(value);
}

/** How many steps a revision kept, added, changed and dropped. */
export function countsOfRevision({
  steps,
}: Pick<PlanRevision, 'steps'>): Readonly<Record<StepChange, number>> {
  const counts = { kept: 0, added: 0, changed: 0, dropped: 0 };
  for (const { change } of steps) counts[change]++;
  return counts;
}

/** The marks of a revision are drawn until the first of the steps that came with it is done: by then it is no news any more. */
export function isFresh({ plan, scope, began }: OpenedPlan, { nodes }: Pick<RunView, 'nodes'>): boolean {
  return plan.nodes.every(
    ({ id }) => began.has(id) || !isSettled(nodes.get(within(scope, id))?.status ?? 'pending'),
  );
}

/** A plan with the steps that it has no more, each after those that it followed. */
export function withDropped(before: Body, after: Body): Body {
  const there = new Set(after.nodes.map(({ id }) => id));
  const gone = before.nodes.filter(({ id }) => !there.has(id));
  const drawn = new Set([...there, ...gone.map(({ id }) => id)]);
  const edges = before.edges.filter(({ from, to }) => !there.has(to) && drawn.has(from));
  return { nodes: [...after.nodes, ...gone], edges: [...after.edges, ...edges] };
}

/**
 * One graph of two plans: the later one with what became of each step as its mark, and what it has no more where that stood.
 *
 * @param catalogue titles of capabilities
 */
export function graphOfDifference(before: Body, after: Body, catalogue: Catalogue): Graph {
  const plan: CapabilityPlan = {
    id: 'difference',
    kind: 'capability',
    variables: 'open',
    ...withDropped(before, after),
  };
  const eye = eyeOfAuthor(plan, catalogue);
  return drawBody({ ...plainDrawing(plan, ROOT), changes: planDifference(before, after) }, eye);
}

/**
 * The difference of two plans, by the ids of their steps: what a step means counts, not its name nor what it follows. Steps of
 * the later plan in their order, then those that it has no more.
 *
 * @example planDifference(body('a: …'), body('a: …\nb: …')) // a: kept, b: added
 */
export function planDifference(before: Body, after: Body): ReadonlyMap<string, StepChange> {
  return difference(before.nodes, after.nodes, meaningOf);
}

/** The same of two state machines, by the ids of their states: what lies in a state is a state of its own. */
export function machineDifference(
  before: StateMachinePlan,
  after: StateMachinePlan,
): ReadonlyMap<string, StepChange> {
  return difference([...allStates(before.states)], [...allStates(after.states)], meaningOfState);
}

function difference<Part extends { readonly id: string }>(
  before: readonly Part[],
  after: readonly Part[],
  meaning: (part: Part) => string,
): ReadonlyMap<string, StepChange> {
  const old = new Map(before.map((part) => [part.id, meaning(part)]));
  const now = new Map(after.map((part) => [part.id, meaning(part)]));
  const changeOf = (id: string, means: string): StepChange => {
    if (!old.has(id)) return 'added';
    return old.get(id) === means ? 'kept' : 'changed';
  };
  return new Map([
    ...[...now].map(([id, means]) => [id, changeOf(id, means)] as const),
    ...[...old.keys()].filter((id) => !now.has(id)).map((id) => [id, 'dropped'] as const),
  ]);
}

function meaningOf(node: PlanNode): string {
  return bodyHash({ nodes: [node], edges: [] });
}

function meaningOfState({ name: _name, states: _inner, ...state }: State): string {
  return canonicalJson(jsonOf(state));
}

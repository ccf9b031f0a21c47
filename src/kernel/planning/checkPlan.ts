import { type Diagnostic, err, type Json, ok, problem, type Result } from '#base';
import {
  allNodes,
  type Body,
  type BodyContext,
  bodyHash,
  bodyOfMachine,
  capabilitiesCalledBy,
  checkBody,
  checkProposedMachine,
  draftOf,
  machineDraftOf,
  machineHash,
  NO_TOOLS,
  type NodeOf,
  type PlanNode,
  readBody,
  readMachine,
  type StateMachinePlan,
} from '#plan';
import { catalogueOf, forbiddenBy } from '../closure';
import type { Draft } from '../draft';
import type { Frame, NodeRef } from '../frame';
import { limitsFor, plannerDepthOf, resolveTools } from '../policies';
import { declaredIn, injectedNames, localsAround, planAt } from '../variables';
import { type ReadPlan, scopeOpenIn } from '../work';

const READ = new WeakMap<object, ReadPlan | null>();

/**
 * The plan that a value is, in our own form or in that of a reference (P4); null where it is none (L1). Values never change,
 * so each is read and hashed once, although its planner, its executor and the entry of its scope all ask.
 */
export function readPlan(value: Json): ReadPlan | null {
  if (typeof value !== 'object' || value === null) return null;
  const known = READ.get(value);
  if (known !== undefined) return known;
  const body = readBody(value);
  const plan = body.ok ? planOfBody(body.value) : (machineIn(value) ?? planInOtherForm(value));
  READ.set(value, plan);
  return plan;
}

/** What a lone step is, or a plan with a fault, only a planner's reply says (P4): a value like that is no plan. */
function planInOtherForm(value: object & Json): ReadPlan | null {
  const draft = draftOf(value, NO_TOOLS);
  if (draft === null || draft.oneStep || draft.problems.length > 0) return null;
  const body = readBody(draft.body);
  return body.ok ? planOfBody(body.value) : null;
}

function machineIn(value: object & Json): ReadPlan | null {
  const draft = machineDraftOf(value, new Map());
  if (draft === null || draft.problems.length > 0) return null;
  const machine = readMachine(draft.plan);
  return machine.ok ? planOfMachine(machine.value) : null;
}

function planOfBody(body: Body): ReadPlan {
  return { body, hash: bodyHash(body) };
}

function planOfMachine(machine: StateMachinePlan): ReadPlan {
  return { body: bodyOfMachine(machine), machine, hash: machineHash(machine) };
}

/** The plan that a planner has just read and proposed: its verdict is trusted (K5), so its value is not read again. */
export function proposedPlan(value: Json, body: Body, machine?: StateMachinePlan): ReadPlan {
  const plan = machine === undefined ? planOfBody(body) : planOfMachine(machine);
  if (typeof value === 'object' && value !== null) READ.set(value, plan);
  return plan;
}

/** The PLAN_EXECUTOR that a reference names; null where it names another node. */
export function executorAt(draft: Draft, ref: NodeRef): NodeOf<'PLAN_EXECUTOR'> | null {
  const { node } = draft.compiled(ref);
  return node.type === 'PLAN_EXECUTOR' ? node : null;
}

/** P8: at most its planner's tools; a plan that nobody in this run proposed has only the node's own, none by default. */
export function toolsFor(
  draft: Draft,
  ref: NodeRef,
  node: NodeOf<'PLAN_EXECUTOR'>,
  planners: readonly string[] | null,
): readonly string[] {
  const own = resolveTools(
    draft,
    draft.frame(ref.frame),
    node.params?.tools ?? (planners === null ? [] : null),
  );
  return planners === null ? own : own.filter((id) => planners.includes(id));
}

/** `planSafety` (P3): the same check as for every proposed plan, against the catalogue and rights of this moment. */
export function checkPlan(
  draft: Draft,
  ref: NodeRef,
  { body: plan, machine }: ReadPlan,
  tools: readonly string[],
): readonly Diagnostic[] {
  const frame = draft.frame(ref.frame);
  const { maxSteps, maxDepth } = limitsFor(draft, frame, executorAt(draft, ref)?.params?.limits);
  const steps = stepsBesides(plan, openRevision(draft, ref));
  const most = draft.start.limits.dynamicSteps;
  if (draft.dynamicSteps + steps > most) return [tooManySteps(draft.dynamicSteps + steps, most)];
  const nested = nestedMutex(draft, ref, plan);
  if (nested !== null) return [nested];
  if (draft.start.closure.policies.some((policy) => policy.planSafety === false)) return [];
  const allowed = new Set(tools);
  const context: BodyContext = {
    variables: new Set([...declaredIn(planAt(draft, frame)).keys(), ...injectedNames(draft, frame)]),
    locals: localsAround(draft, frame),
    catalogue: catalogueOf(draft.start.closure),
    tools: allowed,
    forbidden: forbiddenBy(draft.start.closure, allowed),
    policies: draft.start.closure.policies,
    maxSteps,
    plannerDepth: plannerDepthOf(draft, frame) + 1,
    maxPlannerDepth: maxDepth,
  };
  return machine === undefined ? checkBody(plan, context) : checkProposedMachine(machine, context);
}

/** L2: while a container around the plan holds a mutex, a step that waits for one could wait for ever (R23). */
function nestedMutex(draft: Draft, ref: NodeRef, plan: Body): Diagnostic | null {
  const inner = [...allNodes(plan)].find(({ node }) => node.mutex !== undefined)?.node.id;
  if (inner === undefined) return null;
  for (let at: NodeRef | null = ref; at !== null; at = draft.frame(at.frame).parent) {
    const outer = draft.frame(at.frame).scope.nodes[at.node]?.node;
    if (outer?.mutex === undefined) continue;
    return problem(
      'MUTEX_NESTED',
      `"${inner}" has a mutex, and so has "${outer.id}" around it.`,
      'Leave "mutex" out of the steps of this plan.',
    );
  }
  return null;
}

function tooManySteps(steps: number, most: number): Diagnostic {
  return problem(
    'DYNAMIC_STEPS',
    `The plans of this run would have ${steps} steps in all: ${steps} > ${most}.`,
    'Ask for a shorter plan, or raise the limit of dynamic steps of the run.',
  );
}

/** The scope that an executor has open; null before the first revision. */
export function openRevision(draft: Draft, ref: NodeRef): Frame | null {
  const id = scopeOpenIn(draft.active(ref).work);
  return id === null ? null : draft.frame(id);
}

/** Nodes of a revision that had settled before it came (R13). */
export function keptIn(body: Body, open: Frame | null): readonly string[] {
  return body.nodes.map(({ id }) => id).filter((id) => open?.left?.has(id));
}

/** How many steps a plan has that the revision before it had not. */
export function stepsBesides(body: Body, open: Frame | null): number {
  const before = new Set(open?.dynamic ? [...allNodes(open.dynamic.body)].map(({ node }) => node.id) : []);
  return [...allNodes(body)].filter(({ node }) => !before.has(node.id)).length;
}

/** What a revision may call, or the kinds of nodes that it has, that the one before it did not: only then a person is asked again (P9). */
export function reachBesides(plan: Body, before: Body): readonly string[] {
  const allowed = new Set([...allNodes(before)].flatMap(({ node }) => reachOf(node)));
  const reach = new Set([...allNodes(plan)].flatMap(({ node }) => reachOf(node)));
  return [...reach].filter((one) => !allowed.has(one));
}

function reachOf(node: PlanNode): readonly string[] {
  return node.type === 'CAPABILITY' ? [node.params.capability] : [node.type, ...capabilitiesCalledBy(node)];
}

/** A plan as a person has edited it, before it runs (L10): read, and checked like one that a planner proposes (P3). */
export function editedPlan(
  draft: Draft,
  ref: NodeRef,
  plan: Json,
  tools: readonly string[],
): Result<ReadPlan, readonly Diagnostic[]> {
  const unread = problemsOfReading(plan);
  const read = readPlan(plan);
  if (unread.length > 0 || read === null) return err(unread);
  const errors = problemsOfEdit(draft, ref, plan, tools).filter(({ severity }) => severity === 'error');
  return errors.length > 0 ? err(errors) : ok(read);
}

/** Errors and warnings of an edited plan: those of any plan, and that it leaves what has begun as it was. */
export function problemsOfEdit(
  draft: Draft,
  ref: NodeRef,
  plan: Json,
  tools: readonly string[],
): readonly Diagnostic[] {
  const problems = problemsOfReading(plan);
  const read = readPlan(plan);
  if (problems.length > 0 || read === null) return problems;
  const isHeld = draft.has('plansDecided');
  const begun = isHeld ? changesOfBegun(openRevision(draft, ref), read.body) : [];
  return begun.length > 0 ? begun : checkPlan(draft, ref, read, tools);
}

/** What keeps an edited value from being a machine, or, of any other, a graph in our own form. */
function problemsOfReading(plan: Json): readonly Diagnostic[] {
  const draft = machineDraftOf(plan, new Map());
  const read = draft === null ? readBody(plan) : readMachine(draft.plan);
  return [...(draft?.problems ?? []), ...(read.ok ? [] : read.problem)];
}

/** Ids of the steps that have started in the revision that is open, settled or not. */
export function begunIn(open: Frame | null): readonly string[] {
  const nodes = open?.dynamic?.body.nodes ?? [];
  const active = new Set(
    [...(open?.active.values() ?? [])].map(({ node }) => open?.scope.nodes[node]?.node.id),
  );
  return nodes.map(({ id }) => id).filter((id) => open?.left?.has(id) || active.has(id));
}

/** R13: a revision replaces the steps that have not started, and no other; nor is there a new way to those. */
function changesOfBegun(open: Frame | null, after: Body): readonly Diagnostic[] {
  const before = open?.dynamic?.body;
  if (before === undefined) return [];
  return begunIn(open)
    .filter((id) => stepIn(before, id) !== stepIn(after, id))
    .map((id) =>
      problem(
        'STEP_BEGUN',
        `The step "${id}" has begun, so it stays as it is.`,
        'Undo this change, and change steps that have not begun.',
        { node: id },
      ),
    );
}

/** What a step means, with the edges that lead to it: its name may change, and the order of edges says nothing. */
function stepIn({ nodes, edges }: Body, id: string): string | null {
  const node = nodes.find((one) => one.id === id);
  if (node === undefined) return null;
  const into = edges.filter(({ to }) => to === id).map(({ from, port }) => `${from} ${port}`);
  return [bodyHash({ nodes: [node], edges: [] }), ...into.sort()].join('\n');
}

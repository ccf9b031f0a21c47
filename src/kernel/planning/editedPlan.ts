import { type Diagnostic, err, type Json, ok, problem, type Result } from '#base';
import { type Body, bodyHash, machineDraftOf, readBody, readMachine } from '#plan';
import type { Draft } from '../draft';
import type { Frame, NodeRef } from '../frame';

import type { ReadPlan } from '../work';
import { checkPlan, openRevision, readPlan } from './checkPlan';

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

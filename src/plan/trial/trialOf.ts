import { err, type Json, type JsonObject, jsonOf, ok, present, type Result } from '#base';
import type { Variable } from '../fields/fields';
import { allNodes, plansInside } from '../graph/bodies';
import { mayPropose } from '../graph/calls';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import { titleOf } from '../nodes/node';
import { nodeReads } from '../promote';
import { readNode } from '../read/read';
import { localsOf, writtenBy } from '../rules/rule';
import { readText, textsOf } from '../rules/texts';
import type { CapabilityPlan, Plan } from '../schema/plan';

/** A node of a plan, alone, to be run with an input of one's own (D1). */
export interface Trial {
  /**
   * The plan that it stands in, with nothing else in it. Its inputs are what the node is given: its whole input as one variable, and each
   * variable that it reads besides.
   */
  readonly plan: CapabilityPlan;
  /** The variable that is its whole input; null where it has no input of its own. */
  readonly input: string | null;
}

/** What a node is tried in. */
interface TrialPlace {
  /** The plan that it stands in, also where a planner made the node during a run of it. */
  readonly plan: CapabilityPlan;
  /** All plans of the workspace. */
  readonly plans: readonly Plan[];
  /** JSON Schema of the input of what it calls: a capability, a sub-plan; null where it calls nothing by itself. */
  readonly schema: JsonObject | null;
}

/**
 * Makes the plan in which a node is tried. It means there what it means in its own, with its guards, retries and time limits. What is said
 * of its place among others does not count: it runs although it is disabled, in the foreground, and its error fails the run.
 *
 * @returns why it cannot be tried, in one sentence
 */
export function trialOf(node: PlanNode, { plan, plans, schema }: TrialPlace): Result<Trial, string> {
  const title = titleOf(node);
  if (node.type === 'NOTE') return err('A note is not run.');
  if (ONLY_LEADS.has(node.type))
    return err(`“${title}” only leads from step to step: alone it does nothing.`);
  if (plansInside({ ...plan, nodes: [node], edges: [] }, plans).some(({ id }) => id === plan.id))
    return err(`“${title}” runs the plan that it stands in, so it cannot be run without it.`);
  const names = namesGivenTo(schema === null ? node : { ...node, input: undefined }, plan);
  const input = schema === null ? null : freeName(names, plan);
  const alone = readNode(withoutPlace(node, input));
  if (!alone.ok) return err(alone.problem[0]?.message ?? `“${title}” cannot be read.`);
  const given = names.map((name) => givenVariable(name, plan));
  const own: readonly Variable[] =
    input === null || schema === null ? [] : [{ id: input, scope: 'IN', schema }];
  return ok({
    plan: {
      id: plan.id,
      kind: 'capability',
      name: title,
      variables: [...own, ...given, ...othersOf(node, names, plan)],
      ...present({ features: plan.features }),
      nodes: [alone.value],
      edges: [],
    },
    input,
  });
}

/** They pass on what came, or end what they stand in. */
const ONLY_LEADS: ReadonlySet<PlanNode['type']> = new Set(['START', 'END', 'FORK', 'JOIN', 'CANCEL']);

/** The node by itself: where it is disabled, in the background, or handled in case of an error is said of its place in the plan. */
function withoutPlace(node: PlanNode, input: string | null): Json {
  const { disabled: _disabled, background: _background, onError: _onError, ...rest } = node;
  const whole = input === null ? rest : { ...rest, input: `{{ ${input} }}` };
  return jsonOf(whole);
}

/**
 * What a node and the nodes inside it read: variables of the plan, what containers around it declare for their contents, and what
 * planners would have declared. Where that cannot be known, all inputs of the plan count as read.
 */
function namesGivenTo(node: PlanNode, plan: CapabilityPlan): readonly string[] {
  const inside = [...allNodes({ nodes: [node], edges: [] })].map((placed) => placed.node);
  const declared = declaredIn(plan);
  const locals = [...allNodes(plan)].flatMap((placed) => localsOf(placed.node));
  const known = [...declared.map(({ id }) => id), ...locals];
  const inputs = declared.filter(({ scope }) => scope === 'IN').map(({ id }) => id);
  const read = new Set([
    ...known.filter((name) => inside.some((one) => nodeReads(one, name))),
    ...inside.flatMap(namesReadBy),
    ...(inside.some(readsAnything) ? inputs : []),
  ]);
  for (const one of inside)
    for (const name of [...localsOf(one), ...namesIn(fieldsOf(one), 'declares')]) read.delete(name);
  return [...read];
}

/** The names that its parameters and texts read, whether or not somebody has declared them. */
function namesReadBy(node: PlanNode): readonly string[] {
  const texts = textsOf(node).flatMap((text) => {
    const names = text.isOpen ? null : readText(text);
    return names?.ok ? [...names.value.variables].filter((name) => !text.sees.includes(name)) : [];
  });
  return [...namesIn(fieldsOf(node), 'reads'), ...texts];
}

/** A plan that is to come, or a prompt that stands elsewhere, may read whatever there is. */
function readsAnything(node: PlanNode): boolean {
  return (
    node.input === '*' ||
    mayPropose(node) ||
    (node.type === 'FILL_TEMPLATE' && node.params.prompt !== undefined)
  );
}

/** A variable that is given: one that is no input of the plan may be left out, as it is empty until somebody writes it. */
function givenVariable(name: string, plan: CapabilityPlan): Variable {
  const declared = declaredIn(plan).find(({ id }) => id === name);
  if (declared === undefined) return { id: name, scope: 'IN' };
  if (declared.scope === 'IN') return declared;
  const { schema = {}, description } = declared;
  const { title } = schema;
  return {
    id: name,
    scope: 'IN',
    schema: { ...present({ title }), anyOf: [schema, { type: 'null' }] },
    default: null,
    ...present({ description }),
  };
}

/** What is written, or passed on to nobody: it has no value at the start. Of open variables those that the node writes. */
function othersOf(node: PlanNode, given: readonly string[], plan: CapabilityPlan): readonly Variable[] {
  const written = [...allNodes({ nodes: [node], edges: [] })].flatMap((placed) => writtenBy(placed.node));
  const all: readonly Variable[] =
    plan.variables === 'open' ? [...new Set(written)].map((id) => ({ id, scope: 'OUT' })) : plan.variables;
  return all
    .filter(({ id }) => !given.includes(id))
    .map(({ default: _default, ...variable }) =>
      variable.scope === 'IN' ? { ...variable, scope: 'INTERNAL' } : variable,
    );
}

function declaredIn({ variables }: CapabilityPlan): readonly Variable[] {
  return variables === 'open' ? [] : variables;
}

/** `input`, or the first name like it that says nothing yet. */
function freeName(given: readonly string[], plan: CapabilityPlan): string {
  const taken = new Set([...given, ...declaredIn(plan).map(({ id }) => id)]);
  let name = 'input';
  for (let number = 2; taken.has(name); number++) name = `input_${number}`;
  return name;
}

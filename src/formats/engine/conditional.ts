import { filled, isJsonObject, type Json, type JsonObject, present } from '#base';
import { type Body, components, type Edge, inSequence, type NodeOf, type PlanNode } from '#plan';
import { listAt, objectAt, textAt } from '../common/fields';
import type { LeftOut } from '../common/kept';
import { childrenOf, engineOf, inSeconds, theirs, type Writing } from './around';
import { pluginName } from './plugin';

interface Conditional {
  readonly condition: NodeOf<'CAPABILITY'>;
  /** The chain behind each case, and last behind `default`. */
  readonly branches: readonly (readonly PlanNode[])[];
}

/** What a GROUP holds when it is a conditional group of theirs: a condition, a SWITCH, and chains behind its ports. */
export function conditionalIn({ nodes, edges }: Body): Conditional | null {
  const choices = nodes.filter((node) => node.type === 'SWITCH');
  const [choice] = choices;
  if (choice === undefined || choices.length > 1 || choice.params.all === true) return null;
  const into = edges.filter(({ to }) => to === choice.id);
  const condition = nodes.find(({ id }) => id === into[0]?.from);
  if (condition?.type !== 'CAPABILITY' || into.length !== 1) return null;
  if (!choice.params.cases.every(({ when }) => /\bbranch\b/.test(when))) return null;
  const ports = [...choice.params.cases.map(({ id }) => id), 'default'];
  const branches = ports.map((port) => chainBehind(choice.id, port, nodes, edges));
  const reached = branches.reduce((sum, branch) => sum + branch.length, 0);
  return reached + 2 === nodes.length ? { condition, branches } : null;
}

function chainBehind(
  from: string,
  port: string,
  nodes: Body['nodes'],
  edges: Body['edges'],
): readonly PlanNode[] {
  const chain: PlanNode[] = [];
  let at = edges.find((edge) => edge.from === from && edge.port === port)?.to;
  while (at !== undefined && chain.length < nodes.length) {
    const id: string = at;
    const node = nodes.find((one) => one.id === id);
    if (node === undefined) break;
    chain.push(node);
    at = edges.find((edge) => edge.from === id && edge.port === 'out')?.to;
  }
  return chain;
}

/** The same as theirs, under the keys that it came from. */
export function conditionalToTheirs(
  group: NodeOf<'GROUP'>,
  { condition, branches }: Conditional,
  writing: Writing,
): JsonObject {
  const forms = objectAt(engineOf(group), 'forms');
  const [first = [], ...others] = branches;
  const otherwise = others.pop() ?? [];
  writing.left.fields(condition, ['input', 'timeoutMs', 'retry']);
  const elseif = listAt(forms, 'elseif');
  const timeoutMs = condition.timeoutMs === writing.timeoutMs ? undefined : condition.timeoutMs;
  const elseForm = textAt(forms, 'else') ?? (otherwise.length === 0 ? '' : 'elseChildren');
  return {
    ...present({ timeoutSeconds: inSeconds(timeoutMs) }),
    condition: pluginName(condition),
    ...branchToTheirs(first, textAt(forms, 'first') ?? 'thenChildren', 'thenGroup', writing),
    ...filled({
      elseifBranches: others.map((nodes, index) => elseifToTheirs(nodes, elseif[index], writing)),
    }),
    ...branchToTheirs(otherwise, elseForm, 'elseGroup', writing),
    ...theirs(group),
  };
}

function elseifToTheirs(nodes: readonly PlanNode[], kept: Json | undefined, writing: Writing): JsonObject {
  const { form, ...rest } = isJsonObject(kept) ? kept : {};
  return {
    ...rest,
    ...branchToTheirs(nodes, typeof form === 'string' ? form : 'then', 'thenGroup', writing),
  };
}

function branchToTheirs(
  nodes: readonly PlanNode[],
  form: string,
  groupKey: string,
  writing: Writing,
): JsonObject {
  if (form === '' && nodes.length === 0) return {};
  const [only] = nodes;
  if (form === groupKey && nodes.length === 1 && only !== undefined && only.type !== 'CAPABILITY') {
    const group = writing.node(only, writing);
    return group === null ? {} : { [groupKey]: group };
  }
  const list = form === groupKey || form === '' ? groupKey.replace('Group', 'Children') : form;
  return { [list]: childrenOf(nodes, writing) };
}

/** The nodes of a body in the order in which a sequence of theirs would run them; what is no chain is named. */
export function sequenceOf(body: Body, left: LeftOut, where: string | null): readonly PlanNode[] {
  const nodes = body.nodes.filter(({ type }) => type !== 'NOTE' && type !== 'START');
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = body.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const ordered = inSequence(nodes, edges);
  const chain = ordered.every((node, index) => isNext(node, ordered[index - 1], edges));
  if (!chain && ordered.length > 1 && edges.length > 0)
    left.add(
      where,
      '/edges',
      'The format runs one node after another: edges that are not a chain are left out.',
    );
  return ordered;
}

function isNext(node: PlanNode, before: PlanNode | undefined, edges: readonly Edge[]): boolean {
  const into = edges.filter(({ to }) => to === node.id);
  const [only] = into;
  if (before === undefined || only === undefined) return before === undefined && only === undefined;
  return into.length === 1 && only.from === before.id && only.port === 'out';
}

/** Branches of an ASYNC GROUP, each as the nodes of its component in order. */
export function branchesIn(body: Body, left: LeftOut, where: string): readonly (readonly PlanNode[])[] {
  return components(body).map((nodes) => {
    const members = new Set(nodes.map(({ id }) => id));
    return sequenceOf(
      {
        nodes: body.nodes.filter(({ id }) => members.has(id)),
        edges: body.edges.filter(({ from }) => members.has(from)),
      },
      left,
      where,
    );
  });
}

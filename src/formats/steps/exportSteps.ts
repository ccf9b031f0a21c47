import { type Diagnostic, err, isJsonObject, type JsonObject, ok, problem, warning } from '#base';
import { type CapabilityPlan, isSingle, type NodeOf, type PlanNode } from '#plan';
import type { Exporter } from '../common/codec';
import { listAt, namedWithContents, objectAt, textAt } from '../common/fields';

/** Writes a plan as steps with goals (reference 4): its AGENTs and CAPABILITYs in order, and nothing else. */
export const exportSteps: Exporter = (plan) => {
  if (plan.kind !== 'capability') return err(unfit(plan.id));
  const leftOut: Diagnostic[] = [];
  const nodes = inOrder(plan, leftOut);
  const steps = nodes.flatMap((node) => {
    const step = stepOf(node, plan.id, leftOut);
    return step === null ? [] : [step];
  });
  if (nodes.length > 0 && steps.length === 0) return err(nothingOf(plan));
  if (plan.variables !== 'open' && plan.variables.length > 0)
    leftOut.push(left(plan.id, undefined, '/variables', 'Steps declare no variables.'));
  if (plan.result !== undefined)
    leftOut.push(left(plan.id, undefined, '/result', 'Steps have no result of their own.'));
  const wrapped = objectAt(objectAt(plan.source, 'steps'), 'wrapped');
  return ok({ value: wrapped === undefined ? steps : { ...wrapped, steps }, leftOut });
};

/** Steps run one after another: along the edges, in document order among those that may come next. */
function inOrder(plan: CapabilityPlan, leftOut: Diagnostic[]): readonly PlanNode[] {
  const rest = plan.nodes.filter(({ type }) => type !== 'START' && type !== 'NOTE');
  const ordered: PlanNode[] = [];
  const done = new Set(plan.nodes.filter((node) => !rest.includes(node)).map(({ id }) => id));
  while (rest.length > 0) {
    const next = rest.findIndex(({ id }) => plan.edges.every(({ from, to }) => to !== id || done.has(from)));
    const [node] = rest.splice(Math.max(0, next), 1);
    if (node === undefined) break;
    ordered.push(node);
    done.add(node.id);
  }
  const chain = ordered.every((node, index) => {
    const into = plan.edges.filter(({ to, from }) => to === node.id && ordered.some(({ id }) => id === from));
    return index === 0 ? into.length === 0 : into.length === 1 && into[0]?.from === ordered[index - 1]?.id;
  });
  if (!chain)
    leftOut.push(
      left(
        plan.id,
        undefined,
        '/edges',
        'Steps run one after another: edges that are not a chain are left out.',
      ),
    );
  return ordered;
}

function stepOf(node: PlanNode, plan: string, leftOut: Diagnostic[]): JsonObject | null {
  const kept = objectAt(node.source, 'steps') ?? {};
  if (node.type === 'AGENT') {
    name(node, plan, leftOut, ['maxIterations', 'models']);
    if (!isSingle(node) && node.params.first !== 'tool')
      leftOut.push(
        left(plan, node.id, '/params/first', 'A step calls its first tool before anything is thought.'),
      );
    return agentStep(node, kept);
  }
  if (node.type === 'CAPABILITY') return { ...capabilityStep(node, kept, plan, leftOut), ...restOf(kept) };
  leftOut.push(
    left(
      plan,
      node.id,
      '/type',
      `Steps are goals for tools: the ${node.type} ${namedWithContents(node)} is left out.`,
    ),
  );
  return null;
}

function agentStep(node: NodeOf<'AGENT'>, kept: JsonObject): JsonObject {
  const { goal, tools = [], successCriteria = '' } = node.params;
  const context = textAt(kept, 'context');
  const suffix = context === undefined || context === '' ? '' : `\n${context}`;
  const holds = goal.endsWith(suffix);
  return {
    ...numberOf(kept),
    goal: holds ? goal.slice(0, goal.length - suffix.length) : goal,
    primary_tools: [...tools],
    success_criteria: successCriteria,
    ...(context !== undefined && holds ? { context } : {}),
    ...(isSingle(node) ? {} : { mode: 'guided' }),
    ...restOf(kept),
  };
}

function capabilityStep(
  node: NodeOf<'CAPABILITY'>,
  kept: JsonObject,
  plan: string,
  leftOut: Diagnostic[],
): JsonObject {
  const { capability } = node.params;
  const [first] = listAt(kept, 'primary_tools');
  const came = textAt(kept, 'goal');
  const query = isJsonObject(node.input) ? node.input.query : undefined;
  const context = textAt(kept, 'context');
  if (came === undefined && node.input !== undefined)
    leftOut.push(left(plan, node.id, '/input', 'A step gives its tool a goal, and no input.'));
  name(node, plan, leftOut, []);
  return {
    ...numberOf(kept),
    goal: came ?? (typeof query === 'string' ? query : (node.name ?? node.id)),
    primary_tools: first === capability ? [...listAt(kept, 'primary_tools')] : [capability],
    success_criteria: textAt(kept, 'success_criteria') ?? '',
    ...(context === undefined ? {} : { context }),
    mode: 'single',
  };
}

function numberOf({ step_num }: JsonObject): JsonObject {
  return step_num === undefined ? {} : { step_num };
}

/** What nobody read of it. */
function restOf(kept: JsonObject): JsonObject {
  const read = new Set(['context', 'step_num', 'goal', 'success_criteria', 'primary_tools']);
  return Object.fromEntries(Object.entries(kept).filter(([key]) => !read.has(key)));
}

function name(node: PlanNode, plan: string, leftOut: Diagnostic[], params: readonly string[]): void {
  const fields = [
    'output',
    'timeoutMs',
    'retry',
    'features',
    'disabled',
    'mutex',
    'cancelOn',
    'background',
  ] as const;
  for (const field of fields)
    if (node[field] !== undefined)
      leftOut.push(left(plan, node.id, `/${field}`, `A step has no "${field}".`));
  const given = (node.params ?? {}) as JsonObject;
  for (const param of params)
    if (given[param] !== undefined)
      leftOut.push(left(plan, node.id, `/params/${param}`, `A step has no "${param}".`));
  if (node.onError !== 'continue')
    leftOut.push(
      left(
        plan,
        node.id,
        '/onError',
        'After a step that failed the next follows, whatever its "onError" is.',
      ),
    );
}

function left(plan: string, node: string | undefined, field: string, message: string): Diagnostic {
  return warning('LEFT_OUT', message, 'It stays in the workspace; the file is written without it.', {
    plan,
    ...(node === undefined ? {} : { node }),
    field,
  });
}

function nothingOf({ id, nodes }: CapabilityPlan): Diagnostic {
  return problem(
    'EXPORT_EMPTY',
    `Steps are goals for tools, and none of the ${nodes.length} nodes of "${id}" is one: nothing of it would be in the file.`,
    'Choose another format, or export the workspace.',
    { plan: id },
  );
}

function unfit(plan: string): Diagnostic {
  return problem(
    'FORMAT_UNFIT',
    `"${plan}" is a state machine, and steps are a list of goals.`,
    'Choose a capability plan.',
    { plan },
  );
}

import { type Diagnostic, err, isJsonObject, type Json, type JsonObject, ok, problem, warning } from '#base';
import { type CapabilityPlan, chainOf, isSingle, type NodeOf, type PlanNode } from '#plan';
import type { Exporter, Importer } from '../common/codec';
import { Fields, listAt, namedWithContents, objectAt, textAt } from '../common/fields';
import { readForeign } from '../common/foreignText';
import { below, ImportReport, isTooMany, workspaceOfPlan } from '../common/report';

/**
 * Reads steps with goals (reference 4) as a chain of AGENTs, in the order of their numbers; whatever becomes of one, the
 * next follows. A step of `mode: "single"` is one CAPABILITY, its first tool, and one of `mode: "guided"` thinks on after that
 * (P14). Without a mode it calls its first tool once: a file says nothing of a model, and such a plan runs without one.
 *
 * @example importSteps([{ goal: "List today's bees", primary_tools: ['field_log'], success_criteria: 'One or more' }])
 */
export const importSteps: Importer = (input) => {
  const foreign = readForeign(input);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  const { value, warnings } = foreign.value;
  const report = new ImportReport(warnings);
  const list = listOf(value);
  if (list === null) {
    report.error(
      'NOT_STEPS',
      'This is not a list of steps.',
      'Choose a file with [{"goal", "primary_tools", "success_criteria"}].',
      '',
    );
    return report.refused();
  }
  if (isTooMany(list.values.length, 'steps', list.path, report)) return report.refused();
  const steps = list.values.flatMap((step, index) => {
    const path = below(list.path, index);
    if (isJsonObject(step)) return [{ fields: new Fields(step, path, report), number: step.step_num }];
    report.error(
      'WRONG_TYPE',
      'A step is an object.',
      'Write {"goal", "primary_tools", "success_criteria"}.',
      path,
    );
    return [];
  });
  const numbered = steps.every(({ number }) => typeof number === 'number');
  const ordered = numbered
    ? steps.toSorted((one, other) => Number(one.number) - Number(other.number))
    : steps;
  if (ordered.some((step, index) => step !== steps[index]))
    report.info(
      'READ_AS',
      'The steps were put in the order of their numbers.',
      'Check whether that is what is meant.',
      list.path,
    );
  const around = isJsonObject(value) ? without(value, 'steps') : {};
  for (const key of Object.keys(around))
    report.kept(below('', key), `plan source.steps.wrapped.${key}`, `There is no counterpart of "${key}".`);
  const nodes = ordered.map(({ fields }, index) => nodeOf(fields, `step-${index + 1}`, report));
  const plan = {
    id: 'plan',
    kind: 'capability',
    name: 'Steps',
    nodes,
    edges: [...chainOf(nodes)],
    source: { steps: { ...(list.path === '' ? {} : { wrapped: around }) } },
  };
  return workspaceOfPlan(plan, 'Steps', report);
};

function listOf(value: Json): { readonly values: readonly Json[]; readonly path: string } | null {
  if (Array.isArray(value)) return { values: value, path: '' };
  if (isJsonObject(value) && Array.isArray(value.steps)) return { values: value.steps, path: '/steps' };
  return null;
}

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function nodeOf(fields: Fields, id: string, report: ImportReport): JsonObject {
  const goal = fields.word('goal');
  if (goal === undefined)
    report.error('GOAL_MISSING', 'This step has no goal.', 'Say what it shall reach.', fields.path);
  const tools = toolsOf(fields, report);
  const criteria = fields.text('success_criteria');
  if (criteria === undefined)
    report.warn(
      'CRITERIA_MISSING',
      'This step says no success criteria.',
      'Say when it has succeeded.',
      fields.path,
      { node: id },
    );
  const context = fields.text('context');
  const number = fields.number('step_num');
  const mode = modeOf(fields);
  const single = mode === 'single';
  const left = fields.leftovers();
  for (const key of Object.keys(left))
    report.kept(below(fields.path, key), `${id} source.steps.${key}`, `There is no counterpart of "${key}".`);
  const source = {
    steps: {
      ...(context === undefined ? {} : { context }),
      ...(number === undefined ? {} : { step_num: number }),
      ...(single
        ? { goal: goal ?? '', success_criteria: criteria ?? '', primary_tools: [...tools], mode: 'single' }
        : {}),
      ...left,
    },
  };
  const text = context === undefined || context === '' ? (goal ?? '') : `${goal ?? ''}\n${context}`;
  const head = { id, name: (goal ?? id).slice(0, 200), onError: 'continue', source };
  const [first] = tools;
  if (single && first !== undefined) {
    report.recognised('steps of mode single', 'CAPABILITY');
    return { ...head, type: 'CAPABILITY', params: { capability: first }, input: { query: text } };
  }
  report.recognised('steps', 'AGENT');
  return {
    ...head,
    type: 'AGENT',
    params: {
      goal: text,
      tools: [...tools],
      ...(criteria === undefined ? {} : { successCriteria: criteria }),
      ...(mode === 'guided' ? { first: 'tool' } : { mode: 'single' }),
    },
  };
}

/** How a step says that it works; undefined for what no version of theirs or ours has written, which is kept. */
function modeOf(fields: Fields): 'single' | 'guided' | undefined {
  const mode = fields.peek('mode');
  if (mode !== 'single' && mode !== 'guided') return undefined;
  fields.take('mode');
  return mode;
}

function toolsOf(fields: Fields, report: ImportReport): readonly string[] {
  const raw = fields.peek('primary_tools');
  const tools =
    typeof raw === 'string' ? [fields.word('primary_tools') ?? ''] : fields.texts('primary_tools');
  if (tools.length === 0 || tools.some((tool) => tool.trim() === ''))
    report.error(
      'BLANK_TOOL',
      'This step names no tool.',
      'Name at least one in "primary_tools".',
      below(fields.path, 'primary_tools'),
    );
  return tools;
}

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

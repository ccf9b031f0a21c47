import { type Diagnostic, err, isJsonObject, type Json, type JsonObject, ok, present, problem } from '#base';
import { type CapabilityPlan, chainOf, inSequence, isSingle, type NodeOf, type PlanNode } from '#plan';
import type { Exporter, Importer, ImportOutcome } from '../common/codec';
import { Fields, listAt, objectAt, omitted, textAt } from '../common/fields';
import { keptUnder, LeftOut, namedWithContents, unfit } from '../common/kept';
import { below, type ImportReport, importing, isTooMany, workspaceOfPlan } from '../common/report';

/**
 * Reads steps with goals (reference 4) as a chain of AGENTs, in the order of their numbers; whatever becomes of one, the
 * next follows. A step of `mode: "single"` is one CAPABILITY, its first tool, and one of `mode: "guided"` thinks on after that
 * (P14). Without a mode it calls its first tool once: a file says nothing of a model, and such a plan runs without one.
 *
 * @example importSteps([{ goal: "List today's bees", primary_tools: ['field_log'], success_criteria: 'One or more' }])
 */
export const importSteps: Importer = (input) => importing(input, readSteps);

function readSteps(value: Json, report: ImportReport): ImportOutcome {
  const list = listOf(value);
  if (list === null)
    return report.refuse(
      'NOT_STEPS',
      'This is not a list of steps.',
      'Choose a file with [{"goal", "primary_tools", "success_criteria"}].',
      '',
    );
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
  const around = isJsonObject(value) ? omitted(value, ['steps']) : {};
  report.keptEach(around, '', (key) => `plan source.steps.wrapped.${key}`);
  const nodes = ordered.map(({ fields }, index) => nodeOf(fields, `step-${index + 1}`, report));
  const plan = {
    id: 'plan',
    kind: 'capability',
    name: 'Steps',
    nodes,
    edges: [...chainOf(nodes)],
    source: { steps: list.path === '' ? {} : { wrapped: around } },
  };
  return workspaceOfPlan(plan, 'Steps', report);
}

function listOf(value: Json): { readonly values: readonly Json[]; readonly path: string } | null {
  if (Array.isArray(value)) return { values: value, path: '' };
  if (isJsonObject(value) && Array.isArray(value.steps)) return { values: value.steps, path: '/steps' };
  return null;
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
  report.keptEach(left, fields.path, (key) => `${id} source.steps.${key}`);
  const source = {
    steps: {
      ...present({ context, step_num: number }),
      ...(single
        ? { goal: goal ?? '', success_criteria: criteria ?? '', primary_tools: tools, mode: 'single' }
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
      tools,
      ...present({ successCriteria: criteria }),
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
  if (plan.kind !== 'capability') return err(unfit(plan.id, 'steps are a list of goals'));
  const left = new LeftOut(plan.id, (field) => `A step has no "${field}".`);
  const nodes = inOrder(plan, left);
  const steps = nodes.map((node) => stepOf(node, left)).filter((step) => step !== null);
  if (nodes.length > 0 && steps.length === 0) return err(nothingOf(plan));
  if (plan.variables !== 'open' && plan.variables.length > 0)
    left.add(null, '/variables', 'Steps declare no variables.');
  if (plan.result !== undefined) left.add(null, '/result', 'Steps have no result of their own.');
  const wrapped = objectAt(keptUnder('steps', plan), 'wrapped');
  return ok({ value: wrapped === undefined ? steps : { ...wrapped, steps }, leftOut: left.all });
};

/** Steps run one after another; what is no chain of edges is named. */
function inOrder(plan: CapabilityPlan, left: LeftOut): readonly PlanNode[] {
  const nodes = plan.nodes.filter(({ type }) => type !== 'START' && type !== 'NOTE');
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = plan.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const ordered = inSequence(nodes, edges);
  const chain = ordered.every((node, index) => {
    const before = edges.filter(({ to }) => to === node.id).map(({ from }) => from);
    return index === 0 ? before.length === 0 : before.length === 1 && before[0] === ordered[index - 1]?.id;
  });
  if (!chain)
    left.add(null, '/edges', 'Steps run one after another: edges that are not a chain are left out.');
  return ordered;
}

function stepOf(node: PlanNode, left: LeftOut): JsonObject | null {
  const kept = keptUnder('steps', node);
  if (node.type === 'AGENT') {
    name(node, left);
    left.params(node, ['maxIterations', 'models']);
    if (!isSingle(node) && node.params.first !== 'tool')
      left.add(node.id, '/params/first', 'A step calls its first tool before anything is thought.');
    return { ...agentStep(node, kept), ...restOf(kept) };
  }
  if (node.type === 'CAPABILITY') return { ...capabilityStep(node, kept, left), ...restOf(kept) };
  left.add(
    node.id,
    '/type',
    `Steps are goals for tools: the ${node.type} ${namedWithContents(node)} is left out.`,
  );
  return null;
}

function agentStep(node: NodeOf<'AGENT'>, kept: JsonObject): JsonObject {
  const { goal, tools = [], successCriteria = '' } = node.params;
  const context = textAt(kept, 'context');
  const suffix = context === undefined || context === '' ? '' : `\n${context}`;
  const holds = goal.endsWith(suffix);
  return {
    ...present({ step_num: kept.step_num }),
    goal: holds ? goal.slice(0, goal.length - suffix.length) : goal,
    primary_tools: tools,
    success_criteria: successCriteria,
    ...(context !== undefined && holds ? { context } : {}),
    ...(isSingle(node) ? {} : { mode: 'guided' }),
  };
}

function capabilityStep(node: NodeOf<'CAPABILITY'>, kept: JsonObject, left: LeftOut): JsonObject {
  const { capability } = node.params;
  const tools = listAt(kept, 'primary_tools');
  const came = textAt(kept, 'goal');
  const query = isJsonObject(node.input) ? node.input.query : undefined;
  const context = textAt(kept, 'context');
  if (came === undefined && node.input !== undefined)
    left.add(node.id, '/input', 'A step gives its tool a goal, and no input.');
  name(node, left);
  return {
    ...present({ step_num: kept.step_num }),
    goal: came ?? (typeof query === 'string' ? query : (node.name ?? node.id)),
    primary_tools: tools[0] === capability ? tools : [capability],
    success_criteria: textAt(kept, 'success_criteria') ?? '',
    ...present({ context }),
    mode: 'single',
  };
}

/** What nobody read of it. */
function restOf(kept: JsonObject): JsonObject {
  return omitted(kept, ['context', 'step_num', 'goal', 'success_criteria', 'primary_tools']);
}

function name(node: PlanNode, left: LeftOut): void {
  left.fields(node, ['input', 'onError']);
  if (node.onError !== 'continue')
    left.add(node.id, '/onError', 'After a step that failed the next follows, whatever its "onError" is.');
}

function nothingOf({ id, nodes }: CapabilityPlan): Diagnostic {
  return problem(
    'EXPORT_EMPTY',
    `Steps are goals for tools, and none of the ${nodes.length} nodes of "${id}" is one: nothing of it would be in the file.`,
    'Choose another format, or export the workspace.',
    { plan: id },
  );
}

import { isJsonObject, type Json, type JsonObject } from '#base';
import { chainOf } from '#plan';
import type { Importer } from '../common/codec';
import { Fields } from '../common/fields';
import { readForeign } from '../common/foreignText';
import { below, ImportReport, isTooMany } from '../common/report';

import { workspaceOfPlan } from '../common/workspaceOfPlan';

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

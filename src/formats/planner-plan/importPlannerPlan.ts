import { isJsonObject, type Json, type JsonObject, LIMITS, note } from '#base';
import { assembleSteps, isStep, NO_TOOLS, outlineOf } from '#plan';
import { besideOurs, placeBeside } from '../common/besideOurs';
import type { Importer } from '../common/codec';
import { readForeign } from '../common/foreignText';
import { below, ImportReport, isTooMany } from '../common/report';
import { workspaceOfPlan } from '../common/workspaceOfPlan';
import { withNamedResult } from './finished';
import { OURS } from './ours';
import { linesIn, type ReadLines, readLines } from './streamLines';

/**
 * Reads a plan as planners write it (reference 3): `{planId, steps}`, `{nodes, edges}`, a list of steps, a lone step, or a
 * stream of lines (NDJSON).
 * The shapes are those that are read from replies; here no catalogue judges the names of tools.
 *
 * @example importPlannerPlan({ planId: 'kiln-7', steps: [{ id: 'weigh', type: 'tool', toolId: 'scale.read' }] })
 */
export const importPlannerPlan: Importer = (input) => {
  const whole = readForeign(input);
  const lines = whole.ok || typeof input !== 'string' ? null : linesIn(input.slice(0, LIMITS.importBytes));
  const foreign = lines === null ? whole : readForeign([...lines]);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  const { value, warnings } = foreign.value;
  const report = new ImportReport(warnings);
  const stream = readLines(value);
  const outline = stream === null ? outlineOf(value) : outlineOfStream(stream);
  if (outline === null) {
    report.error(
      'NOT_A_PLAN',
      'This is not a plan of a planner: it has neither steps nor nodes.',
      'Choose a file with {"planId", "steps"} or {"nodes", "edges"}.',
      '',
    );
    return report.refused();
  }
  if (isTooMany(outline.entries.length, 'steps', '', report)) return report.refused();
  const { body, repairs, problems } = assembleSteps({ ...outline, source: {} }, NO_TOOLS);
  for (const one of problems) report.add(one);
  for (const repair of repairs) report.add(note('READ_AS', repair, 'Check whether that is what is meant.'));
  report.recognised('steps', 'nodes', outline.entries.length);
  stream?.others.forEach(({ at, line }) => {
    report.kept(
      below('', at),
      'plan source.planner-plan.reasoning',
      `Reasoning is not a step: ${JSON.stringify(line).slice(0, 80)}`,
    );
  });
  const source = { ...aroundPlan(value), ...outline.source };
  for (const key of Object.keys(source))
    if (key !== 'planId')
      report.kept(
        below('', key),
        `plan source.planner-plan.${placeBeside(key, OURS)}`,
        `There is no counterpart of "${key}".`,
      );
  const nodes = keptUnder(
    'planner-plan',
    listIn(body, 'nodes'),
    report,
    (index) => outline.entries[index]?.field ?? '',
  );
  const form = stream !== null || lines !== null ? 'lines' : formOf(value);
  const kept = {
    form,
    ...(stream === null || stream.others.length === 0 ? {} : { reasoning: stream.others.map(saidBetween) }),
    ...besideOurs(source, OURS),
  };
  const plan = {
    id: 'plan',
    kind: 'capability',
    name: nameOf(value),
    nodes: nodes.map(withNamedResult),
    edges: [...listIn(body, 'edges')],
    source: { 'planner-plan': kept },
  };
  return workspaceOfPlan(plan, nameOf(value), report);
};

/** Steps follow each other as they came. */
function outlineOfStream({ steps }: ReadLines) {
  return steps.length === 0 ? null : outlineOf({ steps: [...steps] });
}

function saidBetween({ before, line }: ReadLines['others'][number]): JsonObject {
  return { before, line };
}

function listIn(body: JsonObject, key: string): readonly Json[] {
  const list = body[key];
  return Array.isArray(list) ? list : [];
}

/** What stands around a plan that is a member of another object; a planner's reply is read without it. */
function aroundPlan(value: Json): JsonObject {
  if (!isJsonObject(value) || isStep(value)) return {};
  if (['nodes', 'steps', 'groups'].some((key) => value[key] !== undefined)) return {};
  const wrapper = ['plan', 'dynamicPlan'].find((key) => value[key] !== undefined);
  if (wrapper === undefined) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== wrapper));
}

/** How the file was laid out, for the way back. */
function formOf(value: Json): string {
  if (Array.isArray(value)) return 'list';
  if (!isJsonObject(value)) return 'steps';
  if (isJsonObject(value.nodes)) return 'nodes';
  if (Object.keys(aroundPlan(value)).length > 0) return 'steps';
  return Array.isArray(value.steps) ? 'steps' : Array.isArray(value.nodes) ? 'nodes' : 'step';
}

function nameOf(value: Json): string {
  const id = isJsonObject(value) ? value.planId : undefined;
  return typeof id === 'string' && id.trim() !== '' ? id : 'Plan';
}

/**
 * What the reader of plan shapes kept with nodes, under the name of the format, and each of it named (S3).
 *
 * @param format its id
 * @param nodes nodes as JSON, with those inside containers
 * @param pathOf where a node stood
 */
export function keptUnder(
  format: string,
  nodes: readonly Json[],
  report: ImportReport,
  pathOf: (index: number) => string,
): readonly JsonObject[] {
  return nodes.filter(isJsonObject).map((node, index) => {
    const { source, ...rest } = node;
    if (!isJsonObject(source) || Object.keys(source).length === 0) return rest;
    for (const key of Object.keys(source)) {
      if (key === 'id') continue;
      const member = key === '$id' ? 'id' : key;
      report.kept(
        below(pathOf(index), member),
        `${node.id} source.${format}.${key}`,
        key === '$id'
          ? 'Edges name the key of a step, which is its id here.'
          : `There is no counterpart of "${key}".`,
      );
    }
    return { ...rest, source: { [format]: source } };
  });
}

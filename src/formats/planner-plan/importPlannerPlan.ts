import { isJsonObject, type Json, type JsonObject, note } from '#base';
import { assembleSteps, outlineOf } from '#plan';
import type { Importer } from '../common/contract';
import { isTooMany } from '../common/countOf';
import { readForeign } from '../common/foreignText';
import { keptUnder } from '../common/keptSources';
import { ImportReport } from '../common/report';
import { workspaceOfPlan } from '../common/workspaceOfPlan';

/**
 * Reads a plan as planners write it (reference 3): `{planId, steps}`, `{nodes, edges}`, a list of steps, or a lone step.
 * The shapes are those that are read from replies; here no catalogue judges the names of tools.
 *
 * @example importPlannerPlan({ planId: 'kiln-7', steps: [{ id: 'weigh', type: 'tool', toolId: 'scale.read' }] })
 */
export const importPlannerPlan: Importer = (input) => {
  const foreign = readForeign(input);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  const { value, warnings } = foreign.value;
  const report = new ImportReport(warnings);
  const outline = outlineOf(value);
  if (outline === null) {
    report.error(
      'NOT_A_PLAN',
      'This is no plan of a planner: it has neither steps nor nodes.',
      'Choose a file with {"planId", "steps"} or {"nodes", "edges"}.',
      '',
    );
    return report.refused();
  }
  if (isTooMany(outline.entries.length, 'steps', '', report)) return report.refused();
  const { body, repairs, problems } = assembleSteps({ ...outline, source: {} }, new Map());
  for (const one of problems) report.add(one);
  for (const repair of repairs) report.add(note('READ_AS', repair, 'Look whether that is what is meant.'));
  report.recognised('steps', 'nodes', outline.entries.length);
  for (const key of Object.keys(outline.source))
    if (key !== 'planId')
      report.kept(`/${key}`, `plan source.planner-plan.${key}`, `There is no counterpart of "${key}".`);
  const nodes = keptUnder(
    'planner-plan',
    listIn(body, 'nodes'),
    report,
    (index) => outline.entries[index]?.field ?? '',
  );
  const kept = { form: formOf(value), ...outline.source };
  const plan = {
    id: 'plan',
    kind: 'capability',
    name: nameOf(value),
    nodes: [...nodes],
    edges: [...listIn(body, 'edges')],
    source: { 'planner-plan': kept },
  };
  return workspaceOfPlan(plan, nameOf(value), report);
};

function listIn(body: JsonObject, key: string): readonly Json[] {
  const list = body[key];
  return Array.isArray(list) ? list : [];
}

/** How the file was laid out, for the way back. */
function formOf(value: Json): string {
  if (Array.isArray(value)) return 'list';
  if (!isJsonObject(value)) return 'steps';
  if (isJsonObject(value.nodes)) return 'nodes';
  return Array.isArray(value.steps) ? 'steps' : Array.isArray(value.nodes) ? 'nodes' : 'step';
}

function nameOf(value: Json): string {
  const id = isJsonObject(value) ? value.planId : undefined;
  return typeof id === 'string' && id.trim() !== '' ? id : 'Plan';
}

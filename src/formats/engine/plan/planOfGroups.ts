import type { JsonObject } from '#base';
import { bodyOfGroups, FORMAT, VERSION } from '#plan';
import type { ImportOutcome } from '../../common/contract';
import type { ImportReport } from '../../common/report';
import { BRANCH } from '../words';

/** A CapabilityPlan by itself, as a workspace of one plan whose variables are open. */
export function planOfGroups(value: JsonObject, report: ImportReport): ImportOutcome {
  const { nodes, edges, source, problems } = bodyOfGroups(value, () => BRANCH);
  for (const one of problems) report.add(one);
  report.recognised('groups', 'nodes', nodes.length);
  for (const key of Object.keys(source))
    report.kept(
      `/${key}`,
      `plan source.engine.${key}`,
      'What the tree of a plan looked like is drawn from its nodes here.',
    );
  return report.finish({
    format: FORMAT,
    version: VERSION,
    id: 'capability-plan',
    name: 'Capability plan',
    plans: [
      {
        id: 'plan',
        kind: 'capability',
        name: 'Capability plan',
        variables: 'open',
        nodes: [...nodes],
        edges: [...edges],
        source: { engine: { form: 'groups', ...source } },
      },
    ],
  });
}

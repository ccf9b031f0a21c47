import { isJsonObject, type Json, type JsonObject, plainText } from '#base';
import { bodyOfGroups, FORMAT, VERSION } from '#plan';
import { besideOurs, placeBeside } from '../../common/besideOurs';
import type { ImportOutcome } from '../../common/contract';
import { below, type ImportReport } from '../../common/report';
import { ModelAnswers } from '../read/modelAnswers';
import { ALL_MODELS, BRANCH, OURS } from '../words';

/** A CapabilityPlan by itself, as a workspace of one plan whose variables are open. */
export function planOfGroups(value: JsonObject, report: ImportReport): ImportOutcome {
  const { nodes, edges, source, problems } = bodyOfGroups(value, () => BRANCH);
  for (const one of problems) report.add(one);
  report.recognised('groups', 'nodes', nodes.length);
  for (const key of Object.keys(source))
    report.kept(
      below('', key),
      `plan source.engine.${placeBeside(key, OURS)}`,
      'What the tree of a plan looked like is drawn from its nodes here.',
    );
  const answers = new ModelAnswers();
  const kept = nodes.map((node, index) => read(node, below('', 'groups', index), answers, report));
  return report.finish({
    format: FORMAT,
    version: VERSION,
    id: 'capability-plan',
    name: 'Capability plan',
    capabilities: [...answers.toJson()],
    plans: [
      {
        id: 'plan',
        kind: 'capability',
        name: 'Capability plan',
        variables: 'open',
        nodes: kept,
        edges: [...edges],
        source: { engine: { form: 'groups', ...besideOurs(source, OURS) } },
      },
    ],
  });
}

/** What a node keeps stands under the name of the format, and each of it is named (S3); so with the nodes inside it. */
function read(node: JsonObject, path: string, answers: ModelAnswers, report: ImportReport): JsonObject {
  const { source, body, params, ...rest } = node;
  const kept = isJsonObject(source) ? source : {};
  for (const [key, what] of Object.entries(kept))
    for (const name of key === '$group' && isJsonObject(what) ? Object.keys(what) : [key])
      report.kept(path, `${node.id} source.engine.${name}`, reasonFor(name));
  const inside = isJsonObject(body) && Array.isArray(body.nodes) ? (body.nodes as readonly Json[]) : null;
  const nodes = inside?.filter(isJsonObject).map((one) => read(one, path, answers, report));
  return {
    ...rest,
    ...(params === undefined ? {} : { params: mergedParams(params, inside ?? [], answers) }),
    ...(nodes === undefined || !isJsonObject(body) ? {} : { body: { ...body, nodes } }),
    ...(Object.keys(kept).length === 0 ? {} : { source: { engine: kept } }),
  };
}

function mergedParams(params: Json, inside: readonly Json[], answers: ModelAnswers): Json {
  if (!isJsonObject(params) || params.merge !== `CAPABILITY(${ALL_MODELS})`) return params;
  const names = inside.map((one) =>
    isJsonObject(one) && isJsonObject(one.params) ? plainText(one.params.capability) : '',
  );
  return { ...params, merge: `CAPABILITY(${answers.merging(names)})` };
}

const REASONS: Readonly<Record<string, string>> = {
  taskQueue: 'A run has one queue, given with its input.',
  executionMode: 'How the calls of a group run is said by the group.',
  group: 'The place of a group is said by the edges.',
  scheduleToStartTimeout: 'A call has one timeout here, that of its attempt.',
  scheduleToCloseTimeout: 'A call has one timeout here, that of its attempt.',
  capabilityBucketName: 'A call is known by its node here.',
  pluginNodeId: 'A call is known by its node here.',
  groupNodeId: 'A group is known by its node here.',
  conditionNodeId: 'A condition is known by its node here.',
  asyncPolicy: 'Only several calls at once are completed by a policy.',
  asyncOutputMergePolicyName: 'Only what several calls at once give is merged.',
  dependsOnGroupIndices: 'The groups of a branch run in order.',
};

function reasonFor(key: string): string {
  return REASONS[key] ?? `There is no counterpart of "${key}".`;
}

import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { Fields, objectAt, textAt } from '../../common/fields';
import { ImportReport } from '../../common/report';
import { fixedCallOf } from '../read/calls';
import { PHASE_LISTS, type Phase, QUOTA, toldOf } from '../read/features';
import { keyOfMember, valueOfLiteral } from '../values';
import { keptOf, leaveOut, nameOf, nodeOf, pluginOf, variableOf, type Writing } from './writing';

/** CAPABILITY: a PLUGIN, or one of the types of theirs that call a plugin in a fixed way. */
export function writeCapability(writing: Writing, node: NodeOf<'CAPABILITY'>, seconds: number): JsonObject {
  const type = textAt(keptOf(node), 'type');
  const fixed = type === undefined ? undefined : writeFixed(writing, node, type);
  if (type !== undefined && fixed !== undefined) {
    return retried(
      writing,
      node,
      nodeOf(writing, node, type, { params: fixed, ...leafOf(writing, node, seconds) }),
    );
  }
  const { mappings, literals } = inputOf(writing, node);
  return retried(
    writing,
    node,
    nodeOf(writing, node, 'PLUGIN', {
      pluginRef: pluginOf(writing, node.params.capability),
      ...(mappings.length === 0 ? {} : { inputMappings: mappings }),
      ...outputOf(writing, node),
      params: literals,
      ...leafOf(writing, node, seconds),
    }),
  );
}

function writeFixed(writing: Writing, node: NodeOf<'CAPABILITY'>, type: string): JsonObject | undefined {
  const call = fixedCallOf(type);
  const [input, ...moreInput] = Object.entries(isJsonObject(node.input) ? node.input : {});
  const [output, ...moreOutput] = Object.entries(node.output ?? {});
  const from = variableOf(input?.[1]);
  if (call === undefined || from === undefined || output === undefined) return undefined;
  const isSame = input?.[0] === call.parameter && keyOfMember('result', output[1]) === call.answer;
  if (!isSame || moreInput.length > 0 || moreOutput.length > 0) return undefined;
  return {
    [call.ref]: pluginOf(writing, node.params.capability),
    [call.variable]: nameOf(writing, from),
    outputVariable: nameOf(writing, output[0]),
  };
}

/** What is mapped from variables, and what is literal; an expression is neither. */
export function inputOf(
  writing: Writing,
  node: PlanNode,
): { readonly mappings: readonly JsonObject[]; readonly literals: JsonObject } {
  const mappings: JsonObject[] = [];
  const literals: [string, Json][] = [];
  if (node.input !== undefined && !isJsonObject(node.input)) {
    leaveOut(writing, node.id, `The input of "${node.id}" is not an object.`, 'Name its members.', '/input');
  }
  for (const [key, template] of Object.entries(isJsonObject(node.input) ? node.input : {})) {
    const variable = variableOf(template);
    const literal = valueOfLiteral(template);
    if (variable !== undefined) mappings.push({ pluginParameter: key, variable: nameOf(writing, variable) });
    else if (literal !== undefined) literals.push([key, literal]);
    else {
      const message = `"${key}" of the input of "${node.id}" is computed: theirs is a variable or a literal.`;
      leaveOut(writing, node.id, message, 'Compute it into a variable before.', `/input/${key}`);
    }
  }
  return { mappings, literals: Object.fromEntries(literals) };
}

export function outputOf(writing: Writing, node: PlanNode): JsonObject {
  const mappings = Object.entries(node.output ?? {}).flatMap(([variable, expression]) => {
    const key = keyOfMember('result', expression);
    if (key !== undefined) return [{ pluginParameter: key, variable: nameOf(writing, variable) }];
    const message = `"${variable}" is computed from the result of "${node.id}": theirs is one member of it.`;
    leaveOut(writing, node.id, message, 'Take a member of the result.', `/output/${variable}`);
    return [];
  });
  return mappings.length === 0 ? {} : { outputMappings: mappings };
}

/** Timeout and features of a call, written where they are not those that it inherits. */
export function leafOf(writing: Writing, node: PlanNode, inherited: number): JsonObject {
  return { ...timeoutOf(writing, node, inherited), ...featuresOf(writing, node) };
}

function timeoutOf(writing: Writing, node: PlanNode, inherited: number): JsonObject {
  const own = keptOf(node).startToCloseSeconds;
  if (node.timeoutMs === undefined || (typeof own === 'number' && own > 0 && msOf(own) === node.timeoutMs))
    return {};
  // What was kept, and says something else, is written over.
  if (node.timeoutMs === msOf(inherited)) return own === undefined ? {} : { startToCloseSeconds: inherited };
  const seconds = Math.max(1, Math.ceil(node.timeoutMs / 1_000));
  if (seconds * 1_000 !== node.timeoutMs) {
    const message = `"${node.id}" may take ${node.timeoutMs} ms; theirs are whole seconds, so ${seconds} s are written.`;
    leaveOut(writing, node.id, message, 'Use whole seconds.', '/timeoutMs');
  }
  return { startToCloseSeconds: seconds };
}

function msOf(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1_000));
}

/** The lists as they came, as long as they still say which features the node has; else one list a phase. */
function featuresOf(writing: Writing, node: PlanNode): JsonObject {
  const now = namesOf(writing, node);
  const kept = new Fields(keptOf(node), '', new ImportReport());
  if (canonicalJson(now) === canonicalJson(toldOf(kept, writing.scopeFeatures))) return {};
  const lists = PHASE_LISTS.map(([list, phase]): readonly [string, readonly string[]] => {
    const inScope = (name: string): boolean => phase === 'finally' && writing.scopeFeatures.includes(name);
    return [list, now.filter(([name, at]) => at === phase && !inScope(name)).map(([name]) => name)];
  });
  const names = new Set(now.map(([name]) => name));
  const away = writing.scopeFeatures.filter((name) => name !== QUOTA && !names.has(name));
  const none = ['postExecution', 'features', 'featureRequired'].map((key) => [key, []] as const);
  return Object.fromEntries(
    [...none, ...lists, ['featureNotRequired', away] as const].filter(
      ([key, names]) => names.length > 0 || keptOf(node)[key] !== undefined,
    ),
  );
}

function namesOf(writing: Writing, node: PlanNode): readonly (readonly [string, Phase])[] {
  return (node.features ?? []).flatMap(({ feature: id }) => {
    const feature = writing.workspace.features.find((one) => one.id === id);
    if (feature === undefined) return [];
    const name = writing.plugins.get(feature.capability) ?? feature.capability;
    if (name === QUOTA) return [];
    if (feature.kind === 'guard') {
      const message = `The guard "${id}" of "${node.id}" is written as a feature: theirs says in its code whether it may refuse.`;
      leaveOut(writing, node.id, message, 'Make it an internal feature there.', '/features');
    }
    return [[name, feature.phase] as const];
  });
}

/** A call that is retried otherwise than all others stands in a RETRY of theirs. */
export function retried(writing: Writing, node: PlanNode, written: JsonObject): JsonObject {
  const { retry } = node;
  if (retry === undefined || canonicalJson(retry as Json) === writing.retry) return written;
  if (retry.nonRetryable !== undefined || retry.maxIntervalMs !== undefined || retry.jitter !== undefined) {
    const message = `What "${node.id}" never retries, its longest wait and its jitter have no place in a RETRY.`;
    leaveOut(writing, node.id, message, 'Set them for all calls, in the execution defaults.', '/retry');
  }
  const { id } = written;
  return {
    id: `${typeof id === 'string' ? id : node.id}-retry`,
    type: 'RETRY',
    params: {
      maxAttempts: retry.maxAttempts,
      initialIntervalMs: retry.initialIntervalMs ?? 1_000,
      backoffCoefficient: retry.backoffCoefficient ?? 2,
    },
    children: [written],
  };
}

/** What every node of ours may have and none of theirs. */
export function nameFields(writing: Writing, node: PlanNode): void {
  const help = 'It stays in the workspace.';
  const kept = keptOf(node);
  const isPassedOver = node.disabled === 'pass' && textAt(kept, 'type') !== undefined;
  if (node.onError !== undefined && node.onError !== 'fail')
    leaveOut(writing, node.id, `What "${node.id}" does when it fails is left out.`, help, '/onError');
  if (node.disabled !== undefined && !isPassedOver)
    leaveOut(writing, node.id, `"${node.id}" is disabled here, and runs there.`, help, '/disabled');
  if (node.mutex !== undefined)
    leaveOut(writing, node.id, `The mutex of "${node.id}" is left out.`, help, '/mutex');
  if (node.cancelOn !== undefined)
    leaveOut(writing, node.id, `The signal that cancels "${node.id}" is left out.`, help, '/cancelOn');
}

/** What was kept of a paired JOIN. */
export function joinOf(node: PlanNode): JsonObject | undefined {
  return objectAt(keptOf(node), 'join');
}

import { canonicalJson, filled, isJsonObject, type Json, type JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { Fields, objectAt, textAt, textMembersOf } from '../common/fields';
import { below, ImportReport } from '../common/report';
import { timeIn } from './loader';
import { PHASE_LISTS, type Phase, QUOTA, toldOf } from './plugins';
import {
  leafOf,
  missing,
  type Piece,
  passedOver,
  type Reading,
  type Shell,
  shellOf,
  single,
  sourceOf,
} from './reading';
import { keyOfMember, literalJson, memberOf, valueOfLiteral } from './variables';
import { keptOf, leaveOut, nameOf, nodeOf, pluginOf, variableOf, type Writing } from './writing';

/** PLUGIN: calls a plugin with what is mapped, and with the literals of its `params`. */
export function readPlugin(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const plugin = fields.word('pluginRef');
  if (plugin === undefined) return withoutCall(reading, shell, fields, 'pluginRef');
  reading.plugins.warnUnknown(plugin, below(fields.path, 'pluginRef'));
  const output = outputOf(reading, shell, fields.again());
  fields.take('outputMappings');
  const input = inputOf(reading, shell, fields.again());
  fields.take('inputMappings');
  fields.take('params');
  reading.report.recognised('PLUGIN', 'CAPABILITY');
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'CAPABILITY',
    params: { capability: reading.plugins.capability(plugin) },
    ...input,
    ...output,
    ...sourceOf(reading, shell, fields),
  });
}

/** A node that cannot do its work there is passed over there, and so it is here. */
export function withoutCall(reading: Reading, shell: Shell, fields: Fields, key: string): Piece {
  missing(reading, shell, key);
  return passedOver(reading, shell, fields);
}

/** One mapping of a parameter to a variable. */
interface Mapping {
  readonly parameter: string;
  readonly variable: string;
  readonly path: string;
}

/** The input of a call: mapped variables in holes, and the literals of its `params`. */
export function inputOf(reading: Reading, shell: Shell, fields: Fields): JsonObject {
  const params = fields.inside('params');
  const mapped = mappingsOf(reading, shell, fields, params, 'inputMappings');
  const literals = Object.entries(params.leftovers()).map(
    ([key, value]) => [key, literalJson(value)] as const,
  );
  const variables = mapped.map(
    ({ parameter, variable, path }) => [parameter, reading.variables.hole(variable, path)] as const,
  );
  return filled({ input: Object.fromEntries([...literals, ...variables]) });
}

/** What a call writes. Where two parameters are mapped to one variable, the last one counts there. */
export function outputOf(reading: Reading, shell: Shell, fields: Fields): JsonObject {
  const params = fields.inside('params');
  const mapped = mappingsOf(reading, shell, fields, params, 'outputMappings');
  const entries = mapped.map(
    ({ parameter, variable, path }) =>
      [reading.variables.write(variable, path), memberOf('result', parameter)] as const,
  );
  return filled({ output: Object.fromEntries(entries) });
}

function mappingsOf(
  reading: Reading,
  shell: Shell,
  fields: Fields,
  params: Fields,
  key: 'inputMappings' | 'outputMappings',
): readonly Mapping[] {
  const found = [
    ...fields.objects(key).flatMap((entry) => mappingOf(reading, entry)),
    ...oldMappings(reading, shell, params, key),
  ];
  const targets = found.map(({ parameter, variable }) => (key === 'inputMappings' ? parameter : variable));
  const twice = targets.find((target, index) => targets.indexOf(target) !== index);
  if (twice !== undefined) {
    const message = `"${twice}" is mapped twice in the ${shell.type} "${shell.id}"; the last mapping counts.`;
    reading.report.warn('MAPPING_DOUBLED', message, 'Keep one of them.', below(shell.path, key));
  }
  return found;
}

function mappingOf({ report }: Reading, entry: Fields): readonly Mapping[] {
  const parameter = entry.word('pluginParameter');
  const variable = entry.word('variable');
  if (parameter !== undefined && variable !== undefined) return [{ parameter, variable, path: entry.path }];
  const message = `The mapping at ${entry.path} lacks "pluginParameter" or "variable".`;
  report.error('MISSING_FIELD', message, 'A mapping needs both.', entry.path);
  return [];
}

/** Once mappings stood in `params`, as an object from parameter to variable (reference 6, 1.1). */
function oldMappings(reading: Reading, shell: Shell, params: Fields, key: string): readonly Mapping[] {
  const old = params.take(key);
  if (!isJsonObject(old)) return [];
  const path = below(params.path, key);
  const message = `The ${shell.type} "${shell.id}" has its ${key} inside "params", as documents once had.`;
  reading.report.warn('OLD_FORM', message, 'They are read as mappings of the node.', path);
  return [...textMembersOf(old)].map(([parameter, variable]) => ({
    parameter,
    variable,
    path: below(path, parameter),
  }));
}

/** CAPABILITY: a PLUGIN. */
export function writeCapability(writing: Writing, node: NodeOf<'CAPABILITY'>, seconds: number): JsonObject {
  const { mappings, literals } = inputToTheirs(writing, node);
  const written = nodeOf(writing, node, 'PLUGIN', {
    pluginRef: pluginOf(writing, node.params.capability),
    ...filled({ inputMappings: mappings }),
    ...outputToTheirs(writing, node),
    params: literals,
    ...leafToTheirs(writing, node, seconds),
  });
  return retried(writing, node, written);
}

/** What is mapped from variables, and what is literal; an expression is neither. */
export function inputToTheirs(
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

export function outputToTheirs(writing: Writing, node: PlanNode): JsonObject {
  const mappings = Object.entries(node.output ?? {}).flatMap(([variable, expression]) => {
    const key = keyOfMember('result', expression);
    if (key !== undefined) return [{ pluginParameter: key, variable: nameOf(writing, variable) }];
    const message = `"${variable}" is computed from the result of "${node.id}": theirs is one member of it.`;
    leaveOut(writing, node.id, message, 'Take a member of the result.', `/output/${variable}`);
    return [];
  });
  return filled({ outputMappings: mappings });
}

/** Timeout and features of a call, written where they are not those that it inherits. */
export function leafToTheirs(writing: Writing, node: PlanNode, inherited: number): JsonObject {
  return { ...timeoutOf(writing, node, inherited), ...featuresOf(writing, node) };
}

function timeoutOf(writing: Writing, node: PlanNode, inherited: number): JsonObject {
  const own = keptOf(node).startToCloseSeconds;
  const said = timeIn(own);
  if (node.timeoutMs === undefined || (said !== undefined && msOf(said) === node.timeoutMs)) return {};
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

import {
  type Diagnostic,
  isCapabilityId,
  isJsonArray,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonObject,
  own,
  plainText,
  problem,
} from '#base';
import { toolRefused } from '../rules/capabilitiesExist';
import { leftOf, type Outline, outline, type RawEdge } from './outline';

/** One way out of a choice: the port of the SWITCH, and the nodes that follow it in a chain. */
interface Branch {
  readonly port: string;
  readonly nodes: readonly JsonObject[];
}

/** The port of the n-th branch, from 0. `then` and `else` are no ids of cases (L9). */
export function caseOf(index: number): string {
  return index === 0 ? 'if' : `elseif-${index}`;
}

/** The branches of a conditional group of reference 2: the last is taken where no other is. */
export function branchesOf(chains: readonly (readonly JsonObject[])[]): readonly Branch[] {
  const last = chains.length - 1;
  return chains.map((nodes, index) => ({ port: index === last ? 'default' : caseOf(index), nodes }));
}

/**
 * A condition, a SWITCH on the number of the branch that it gives, and the branches behind it, as one component. No
 * number counts as 0.
 *
 * @param number CEL for the number
 */
export function switchAfter(
  condition: JsonObject,
  id: string,
  branches: readonly Branch[],
  number: string,
): { readonly nodes: readonly JsonObject[]; readonly edges: readonly JsonObject[] } {
  const cases = branches
    .filter(({ port }) => port !== 'default')
    .map(({ port }, index) => ({
      id: port,
      when: index === 0 ? `${number} == null || ${number} == 0` : `${number} == ${index}`,
    }));
  const choice = { id, type: 'SWITCH', params: { cases } };
  const entries = branches.flatMap(({ port, nodes: [entry] }) =>
    entry === undefined ? [] : [{ from: id, port, to: entry.id ?? '' }],
  );
  return {
    nodes: [condition, choice, ...branches.flatMap(({ nodes }) => nodes)],
    edges: [
      { from: condition.id ?? '', to: id },
      ...entries,
      ...branches.flatMap(({ nodes }) => chainOf(nodes)),
    ],
  };
}

/** The edges of nodes that follow each other. */
export function chainOf(nodes: readonly JsonObject[]): readonly JsonObject[] {
  return nodes.slice(1).map((node, index) => ({ from: nodes[index]?.id ?? '', to: node.id ?? '' }));
}

/** A definition of a CapabilityPlan as a node without its id, and what of it cannot be read. */
interface ReadDefinition {
  readonly node: JsonObject;
  /** Fields whose value is none that they may have. */
  readonly unreadable: readonly ('timeout' | 'retryOptions')[];
}

/**
 * A definition of a CapabilityPlan (reference 2) as a CAPABILITY without its id; it sees all variables. What a node has no
 * place for stays in its `source`.
 */
function definitionToNode(definition: JsonObject): ReadDefinition {
  const timeout = own(definition, 'timeout') ?? null;
  const timeoutMs = durationMs(timeout);
  const options = own(definition, 'retryOptions') ?? null;
  const retry = isJsonObject(options) ? retryOf(options) : null;
  const source = {
    ...withoutNulls(leftOf(definition, new Set(['name', 'timeout', 'retryOptions']))),
    ...(timeoutMs === null && timeout !== null ? { timeout } : {}),
    ...(retry === null || isEmpty(retry.left) ? {} : { retryOptions: retry.left }),
  };
  const node = {
    type: 'CAPABILITY',
    params: { capability: own(definition, 'name') ?? '' },
    input: '*',
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(retry === null ? {} : { retry: retry.retry }),
    ...(isEmpty(source) ? {} : { source }),
  };
  const unreadable: ReadDefinition['unreadable'] = [
    ...(timeoutMs === null && timeout !== null && !isNoTime(timeout) ? (['timeout'] as const) : []),
    ...(options === null || isJsonObject(options) ? [] : (['retryOptions'] as const)),
  ];
  return { node, unreadable };
}

/** Seconds as a number, or a duration of ISO 8601 of days to seconds; null where it is neither. */
function durationMs(value: Json | undefined): number | null {
  if (typeof value === 'number') return value > 0 ? Math.max(1, Math.round(value * 1000)) : null;
  if (typeof value !== 'string') return null;
  const parts = /^PT?(?:(\d{1,5})D)?T?(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/.exec(
    value,
  );
  if (parts === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const ms = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return ms > 0 ? ms : null;
}

/** 0 and less mean none. */
function isNoTime(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?PT-?0(\.0*)?S$/.test(value));
}

const READ_OF_RETRY = new Set([
  'maximumAttempts',
  'initialIntervalSeconds',
  'initialInterval',
  'maximumIntervalSeconds',
  'maximumInterval',
  'backoffCoefficient',
  'nonRetryableErrors',
  'doNotRetry',
]);

/** `retryOptions`, whose times are durations and whose names are those of the configuration or of the class. */
function retryOf(options: JsonObject): { readonly retry: JsonObject; readonly left: JsonObject } {
  const attempts = own(options, 'maximumAttempts') ?? 3;
  const first = durationMs(own(options, 'initialIntervalSeconds') ?? own(options, 'initialInterval'));
  const longest = durationMs(own(options, 'maximumIntervalSeconds') ?? own(options, 'maximumInterval'));
  const factor = own(options, 'backoffCoefficient');
  const codes = own(options, 'nonRetryableErrors') ?? own(options, 'doNotRetry');
  const list = itemsIn(codes).filter((code) => typeof code === 'string');
  const most = typeof attempts === 'number' ? attempts : 3;
  const retry = {
    maxAttempts: Math.min(100, most < 1 ? 100 : Math.round(most)),
    ...(first === null ? {} : { initialIntervalMs: first }),
    ...(typeof factor === 'number' && factor >= 1 ? { backoffCoefficient: factor } : {}),
    ...(longest === null ? {} : { maxIntervalMs: longest }),
    ...(list.length === 0 ? {} : { nonRetryable: list }),
  };
  return { retry, left: withoutNulls(leftOf(options, READ_OF_RETRY)) };
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

/** A CapabilityPlan as nodes and edges of ours, with what is wrong with it. */
interface GroupsBody {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  /** What belongs to the plan as a whole. */
  readonly source: JsonObject;
  readonly problems: readonly Diagnostic[];
}

/** How what stands around the plan is read: CEL for the branch that a condition of this id gave. */
type BranchOf = (condition: string) => string;

/** In a plan that a planner made, a step sees the results of those before it (R13). */
const BY_STEP: BranchOf = (condition) => `steps["${condition}"].?branch.orValue(null)`;

/** The same for the reader of replies. */
export function outlineOfGroups(object: JsonObject): Outline {
  const { nodes, edges, source, problems } = bodyOfGroups(object);
  const entries = nodes.map((value, index) => ({
    key: plainText(value.id),
    value,
    field: `/groups/${index}`,
  }));
  return outline(entries, {
    order: { kind: 'edges', edges: edges as readonly unknown[] as readonly RawEdge[] },
    source,
    problems,
  });
}

/**
 * The CapabilityPlan of reference 2: groups of definitions, a graph by `dependsOnGroupIndices`, else a chain. A group of
 * one definition is that CAPABILITY; a larger one is a GROUP; one with a condition holds it, a SWITCH on the number of
 * the branch, and the branches.
 *
 * @param branchOf how the number of the branch is read; by the condition's result where it is left out
 */
export function bodyOfGroups(object: JsonObject, branchOf: BranchOf = BY_STEP): GroupsBody {
  const reading: Reading = { problems: [], branchOf };
  const list = itemsIn(own(object, 'groups'));
  const nodes = list.map((group, index) =>
    groupNode(group, `group-${index + 1}`, `/groups/${index}`, reading),
  );
  return {
    nodes,
    edges: edgesOf(list, nodes, reading),
    source: leftOf(object, new Set(['groups'])),
    problems: reading.problems,
  };
}

interface Reading {
  readonly problems: Diagnostic[];
  readonly branchOf: BranchOf;
}

/** Once one group names those that it follows, these names are the edges; else each follows the one before. */
function edgesOf(
  list: readonly Json[],
  nodes: readonly JsonObject[],
  { problems }: Reading,
): readonly JsonObject[] {
  const before = list.map((group, to): readonly Json[] => {
    const indices = isJsonObject(group) ? (own(group, 'dependsOnGroupIndices') ?? null) : null;
    if (isJsonArray(indices)) return indices;
    if (indices !== null) problems.push(noGroup(indices, to));
    return [];
  });
  if (before.every(({ length }) => length === 0)) return chainOf(nodes);
  return before.flatMap((indices, to) =>
    indices.flatMap((from) => {
      const source = typeof from === 'number' ? nodes[from] : undefined;
      if (source === undefined || from === to) {
        problems.push(noGroup(from, to));
        return [];
      }
      return [{ from: source.id ?? '', to: nodes[to]?.id ?? '' }];
    }),
  );
}

function groupNode(group: Json, id: string, field: string, reading: Reading): JsonObject {
  if (!isJsonObject(group)) {
    reading.problems.push(unreadable('A group is an object.', field));
    return { id, type: 'GROUP', params: { mode: 'SYNC' }, body: { nodes: [], edges: [] } };
  }
  const condition = own(group, 'conditionDefinition');
  if (isJsonObject(condition)) return conditionalNode(group, condition, id, field, reading);
  const definitions = own(group, 'definitions');
  const list = itemsIn(definitions);
  if (definitions !== undefined && definitions !== null && !Array.isArray(definitions))
    reading.problems.push(unreadable('The definitions of a group are a list.', `${field}/definitions`));
  const [only] = list;
  if (list.length === 1 && only !== undefined) {
    const { source, ...node } = definitionNode(only, id, `${field}/definitions/0`, reading);
    const rest = restOf(group, ['definitions']);
    const kept = { ...(isJsonObject(source) ? source : {}), ...(isEmpty(rest) ? {} : { $group: rest }) };
    return isEmpty(kept) ? node : { ...node, source: kept };
  }
  const nodes = list.map((one, index) =>
    definitionNode(one, `${id}-${index + 1}`, `${field}/definitions/${index}`, reading),
  );
  const isSync = inOrder(list);
  const rest = restOf(group, isSync ? ['definitions'] : ['definitions', ...POLICIES]);
  return {
    id,
    type: 'GROUP',
    params: isSync ? { mode: 'SYNC' } : { mode: 'ASYNC', ...policiesOf(group, field, reading) },
    body: { nodes, edges: [] },
    ...(isEmpty(rest) ? {} : { source: rest }),
  };
}

const POLICIES = ['asyncPolicy', 'asyncOutputMergePolicyName'];

/** What a group says besides: what its node says by itself, and what only matters in groups of several, stays. */
function restOf(group: JsonObject, read: readonly string[]): JsonObject {
  return withoutNulls(leftOf(group, new Set([...read, 'dependsOnGroupIndices'])));
}

function conditionalNode(
  group: JsonObject,
  condition: JsonObject,
  id: string,
  field: string,
  reading: Reading,
): JsonObject {
  const branches = own(group, 'branches');
  if (!Array.isArray(branches) || branches.length === 0)
    reading.problems.push(unreadable('A group with a condition has branches.', `${field}/branches`));
  const chains = itemsIn(branches).map((branch, place) => {
    const at = `${field}/branches/${place}`;
    if (!Array.isArray(branch)) reading.problems.push(unreadable('A branch is a list of groups.', at));
    return itemsIn(branch).map((one, index) =>
      orderKept(one, groupNode(one, `${id}-${place + 1}-${index + 1}`, `${at}/${index}`, reading)),
    );
  });
  const asked = `${id}-condition`;
  const asking = definitionNode(condition, asked, `${field}/conditionDefinition`, reading);
  const rest = restOf(group, ['conditionDefinition', 'branches']);
  const { nodes, edges } = switchAfter(asking, `${id}-switch`, branchesOf(chains), reading.branchOf(asked));
  return {
    id,
    type: 'GROUP',
    params: { mode: 'ASYNC' },
    body: { nodes, edges },
    ...(isEmpty(rest) ? {} : { source: rest }),
  };
}

/** The groups of a branch run in order; dependencies that say otherwise stay with them. */
function orderKept(group: Json, node: JsonObject): JsonObject {
  const indices = isJsonObject(group) ? own(group, 'dependsOnGroupIndices') : undefined;
  if (!Array.isArray(indices) || indices.length === 0) return node;
  const source = isJsonObject(node.source) ? node.source : {};
  const ofGroup = isJsonObject(source.$group) ? source.$group : {};
  const kept = { dependsOnGroupIndices: indices };
  return {
    ...node,
    source: node.type === 'GROUP' ? { ...source, ...kept } : { ...source, $group: { ...ofGroup, ...kept } },
  };
}

function definitionNode(definition: Json, id: string, field: string, { problems }: Reading): JsonObject {
  const { node, unreadable: fields } = isJsonObject(definition)
    ? definitionToNode(definition)
    : NO_DEFINITION;
  for (const one of fields) problems.push(unreadable(UNREADABLE[one], `${field}/${one}`));
  const capability = isJsonObject(node.params) ? node.params.capability : undefined;
  if (typeof capability !== 'string' || capability.trim() === '')
    problems.push(
      problem('BLANK_TOOL', 'A definition names no capability.', 'Give it a "name".', { node: id, field }),
    );
  else if (!isCapabilityId(capability)) problems.push(toolRefused(capability, false, { node: id, field }));
  return { id, ...node };
}

const UNREADABLE = {
  timeout: 'The timeout of a definition is seconds, or a duration of ISO 8601.',
  retryOptions: 'The retry options of a definition are an object.',
} as const;

const NO_DEFINITION: ReadDefinition = { node: { type: 'CAPABILITY', params: {} }, unreadable: [] };

/** Only where every definition says so: reference 2 makes groups of several for parallel work. */
function inOrder(definitions: readonly Json[]): boolean {
  return (
    definitions.length > 0 && definitions.every((one) => isJsonObject(one) && one.executionMode === 'SYNC')
  );
}

const OUR_MERGES = new Set(['LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'COLLECT']);

function policiesOf(group: JsonObject, field: string, { problems }: Reading): JsonObject {
  const completion = own(group, 'asyncPolicy');
  const merge = own(group, 'asyncOutputMergePolicyName');
  if (typeof merge === 'string' && !OUR_MERGES.has(merge) && !isCapabilityId(merge))
    problems.push(unreadable(`There is no merge "${merge}".`, `${field}/asyncOutputMergePolicyName`));
  return {
    ...(typeof completion === 'string' ? { completion } : {}),
    ...(typeof merge === 'string' ? { merge: OUR_MERGES.has(merge) ? merge : `CAPABILITY(${merge})` } : {}),
  };
}

function unreadable(message: string, field: string): Diagnostic {
  return problem('STEP_UNREADABLE', message, 'Write {"groups": [{"definitions": [{"name": …}]}]}.', {
    field,
  });
}

function noGroup(from: Json, to: number): Diagnostic {
  return problem(
    'UNKNOWN_STEP',
    `Group ${to + 1} follows ${JSON.stringify(from)}, which is no other group: they are counted from 0.`,
    'Name the place of another group in the list.',
    { field: `/groups/${to}/dependsOnGroupIndices` },
  );
}

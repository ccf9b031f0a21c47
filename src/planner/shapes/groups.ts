import { type Diagnostic, isJsonObject, type Json, type JsonObject, own, problem } from '#base';
import { leftOf } from './fields';
import { type Entry, type Outline, outline, type RawEdge } from './outline';

/**
 * The CapabilityPlan of reference 2: groups of definitions, a graph by `dependsOnGroupIndices`, else a chain. A group
 * of one definition is that CAPABILITY; a larger one is a GROUP whose definitions run at the same time. Conditions
 * are refused: a condition there is a plugin that writes a branch number, which no node of ours reads yet.
 */
export function outlineOfGroups(object: JsonObject): Outline {
  const groups = own(object, 'groups');
  const list = Array.isArray(groups) ? groups : [];
  const problems: Diagnostic[] = [];
  const edges: RawEdge[] = [];
  let linked = false;
  const entries = list.map((group, index): Entry => {
    const read = isJsonObject(group) ? group : {};
    problems.push(...refusals(read, index));
    const before = own(read, 'dependsOnGroupIndices');
    if (Array.isArray(before) && before.length > 0) {
      linked = true;
      for (const from of before) edges.push({ from: keyOf(from), to: keyOf(index) });
    }
    return { key: keyOf(index), value: nodeOf(read, index), field: `/groups/${index}` };
  });
  return outline(entries, {
    order: linked ? { kind: 'edges', edges } : { kind: 'chain' },
    source: leftOf(object, new Set(['groups'])),
    problems,
  });
}

function keyOf(index: Json): string {
  return `group-${typeof index === 'number' ? index + 1 : '?'}`;
}

function nodeOf(group: JsonObject, at: number): JsonObject {
  const definitions = own(group, 'definitions');
  const list = (Array.isArray(definitions) ? definitions : []).filter(isJsonObject);
  const [only] = list;
  if (list.length === 1 && only) return capabilityOf(only);
  return {
    type: 'GROUP',
    params: { mode: 'ASYNC', ...completionOf(group), ...mergeOf(group) },
    body: {
      nodes: list.map((definition, index) => ({
        id: `${keyOf(at)}-${index + 1}`,
        ...capabilityOf(definition),
      })),
      edges: [],
    },
    source: leftOf(group, new Set(['definitions', 'asyncPolicy', 'asyncOutputMergePolicyName'])),
  };
}

function capabilityOf(definition: JsonObject): JsonObject {
  return {
    type: 'CAPABILITY',
    params: { capability: own(definition, 'name') ?? '' },
    input: '*',
    source: leftOf(definition, new Set(['name'])),
  };
}

function completionOf(group: JsonObject): JsonObject {
  const policy = own(group, 'asyncPolicy');
  return typeof policy === 'string' ? { completion: policy } : {};
}

function mergeOf(group: JsonObject): JsonObject {
  const policy = own(group, 'asyncOutputMergePolicyName');
  return typeof policy === 'string' ? { merge: policy } : {};
}

function refusals(group: JsonObject, index: number): readonly Diagnostic[] {
  const branches = own(group, 'branches');
  const conditional = own(group, 'conditionDefinition') ?? null;
  if (conditional === null && !(Array.isArray(branches) && branches.length > 0)) return [];
  return [
    problem(
      'SHAPE_UNSUPPORTED',
      `Group ${index + 1} has a condition, which cannot be planned in this form.`,
      'Propose the choice as an IF or a SWITCH node.',
      { field: `/groups/${index}` },
    ),
  ];
}

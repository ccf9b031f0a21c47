import { asksModel, MODEL_CAPABILITY, type NodeOf, type PlanNode, titleOf } from '#plan';

/** What the calls of a node that asks models are named by (K2), each with its number behind. */
const PURPOSES: ReadonlyMap<string, string> = new Map([
  ['ask', 'Question'],
  ['repair', 'Asked again'],
  ['critique', 'Critique'],
  ['improve', 'Improvement'],
  ['call', 'Chosen tool'],
  ['think', 'Thought'],
  ['act', 'Action'],
  ['judge', 'Verdict'],
]);

/** Calls of a tool, of which only the run knows which. */
const TOOLS: ReadonlySet<string> = new Set(['call', 'act']);

/** Made once for each node, so that whoever looks again finds the same. */
const CALLS = new WeakMap<PlanNode, Map<string, NodeOf<'CAPABILITY'>>>();

/**
 * A call inside a node that asks models, as a node: it stands in no plan, and is the one leaf of a scope that the node
 * opens itself (K2).
 *
 * @returns null for what is no such call
 */
export function callInside(owner: PlanNode, id: string): NodeOf<'CAPABILITY'> | null {
  if (!asksModel(owner) || owner.type === 'EVALUATION') return null;
  const known = CALLS.get(owner) ?? new Map<string, NodeOf<'CAPABILITY'>>();
  const call = known.get(id) ?? made(owner, id);
  if (call !== null) CALLS.set(owner, known.set(id, call));
  return call;
}

function made(owner: PlanNode, id: string): NodeOf<'CAPABILITY'> | null {
  const [, purpose = '', number = ''] = /^([a-z]+)-(\d+)$/.exec(id) ?? [];
  const word = PURPOSES.get(purpose);
  if (word === undefined) return null;
  const name = `${word} ${number} · ${titleOf(owner)}`;
  const capability = TOOLS.has(purpose) ? purpose : MODEL_CAPABILITY;
  return { id, type: 'CAPABILITY', name, params: { capability } };
}

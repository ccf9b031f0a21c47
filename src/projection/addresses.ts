import { type Address, ROOT } from '#base';
import { asksModel, MODEL_CAPABILITY, type NodeOf, type PlanNode, titleOf } from '#plan';

/** The attempt an address ends with, before its call; null when it names none. */
export function attemptOf(address: Address): number | null {
  const bang = address.indexOf('!');
  const path = bang < 0 ? address : address.slice(0, bang);
  const hash = path.lastIndexOf('#');
  if (hash <= path.lastIndexOf('/')) return null;
  return Number(path.slice(hash + 1));
}

/**
 * The node whose scope an address lies in; null at the top of the run.
 *
 * @example ownerOf('/both/execute@1/step-1') // '/both/execute'
 */
export function ownerOf(address: Address): Address | null {
  const slash = address.lastIndexOf('/');
  if (slash <= 0) return null;
  return containerOf(address.slice(0, slash) as Address);
}

/** The scope an address lies in, with revision and index: what `within` was given to make it. */
export function scopeOf(address: Address): Address {
  const slash = address.lastIndexOf('/');
  return slash <= 0 ? ROOT : (address.slice(0, slash) as Address);
}

/**
 * The node that a scope belongs to: without body, index, revision and attempt of its last segment. `/each[3]`, `/guard.try` and
 * `/execute@1` are scopes of `/each`, `/guard` and `/execute`.
 */
export function containerOf(scope: Address): Address {
  const slash = scope.lastIndexOf('/');
  const end = scope.slice(slash).search(/[.[@#]/);
  return (end < 0 ? scope : scope.slice(0, slash + end)) as Address;
}

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

/** Which transition of a machine it is. */
export function transitionKey(state: string | null, path: string): string {
  return `${state ?? ''}${path}`;
}

/** A PLANNER that carries its plan out itself, at its own address without an attempt (L1). */
export function isInlinePlanner(node: PlanNode): boolean {
  return node.type === 'PLANNER' && node.params?.execute === 'inline';
}

import { canonicalJson, type Json, type JsonObject, jsonOf, mintId } from '#base';
import type { Field } from '../fields/fields';
import { changedNode } from '../graph/fieldsOf';
import { NODE_TYPES, type NodeTypeName, type PlanNode } from '../nodes/node';
import { readNode } from '../read/read';
import { type LanguageText, textOf } from '../rules/texts';
import type { State } from '../schema/stateMachine';

/**
 * A new node of a type, as the palette makes it: the next free id (W2) and the type's first parameters.
 *
 * @param taken ids of the plan's nodes, at every depth
 * @example newNode('SWITCH', nodeIds(plan)).id // 'switch-2', when there is a switch-1
 */
export function newNode(type: NodeTypeName, taken: ReadonlySet<string>): PlanNode {
  const draft: JsonObject = { id: mintId(type, taken), type, ...NODE_TYPES[type].initial() };
  const node = readNode(draft);
  if (!node.ok) throw new RangeError(`the initial ${type} node is not valid: ${node.problem[0]?.message}`);
  return node.value;
}

/** What a person can add to a machine. */
export type NewStateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/**
 * A new state of a kind, under the next free id (W2): a compound one has a first state, a parallel one two regions.
 *
 * @param taken ids of the plan's states, at every depth
 * @example newState('final', stateIds(plan)).id // 'final-1'
 */
export function newState(kind: NewStateKind, taken: ReadonlySet<string>): State {
  const ids = new Set(taken);
  const mint = (stem: string): string => {
    const id = mintId(stem, ids);
    ids.add(id);
    return id;
  };
  switch (kind) {
    case 'atomic':
      return { id: mint('state') };
    case 'final':
      return { id: mint('final'), type: 'final' };
    case 'history':
      return { id: mint('history'), type: 'history' };
    case 'compound':
      return nest(mint('compound'), mint);
    case 'parallel': {
      const id = mint('parallel');
      return { id, type: 'parallel', states: [nest(mint('region'), mint), nest(mint('region'), mint)] };
    }
  }
}

function nest(id: string, mint: (stem: string) => string): State {
  const first = mint('state');
  return { id, initial: first, states: [{ id: first }] };
}

/** A node with its own fields changed; the same object where none of them is, or where it would be no node then. */
export function changeNode(node: PlanNode, change: (field: Field) => Json): PlanNode {
  const changed = changedNode(node, (field) => sameIfEqual(field.value, change(field)));
  if (changed === node) return node;
  const read = readNode(jsonOf(changed));
  return read.ok ? read.value : node;
}

/** A node with every text of it that is read as a language changed. */
export function withText(node: PlanNode, change: (text: LanguageText) => Json): PlanNode {
  return changeNode(node, (field) => {
    const text = textOf(field);
    return text === null ? field.value : change(text);
  });
}

/** The value itself where the new one says the same: only what is another value counts as a change. */
export function sameIfEqual(before: Json, after: Json): Json {
  return before === after || canonicalJson(before) === canonicalJson(after) ? before : after;
}

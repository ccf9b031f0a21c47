import { canonicalJson, type Json } from '#base';
import type { Field } from '../fields/fields';
import { changedNode } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import { readNode } from '../read/read';
import { type LanguageText, textOf } from '../rules/texts';

/** A node with its own fields changed; the same object where none of them is, or where it would be no node then. */
export function changeNode(node: PlanNode, change: (field: Field) => Json): PlanNode {
  const changed = changedNode(node, (field) => sameIfEqual(field.value, change(field)));
  if (changed === node) return node;
  const json: Json = JSON.parse(JSON.stringify(changed));
  const read = readNode(json);
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

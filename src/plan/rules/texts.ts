import type { Json } from '#base';
import type { Field } from '../fields/fields';
import type { RoleName } from '../fields/roles';
import { fieldsOf } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';

/** A text of a node that is read as a language (V3), and what it may name besides variables. */
export interface LanguageText {
  readonly kind: 'expression' | 'template' | 'jsonata';
  readonly value: Json;
  /** JSON Pointer into the node. */
  readonly field: string;
  /** What it may name besides variables: `result` of the node, the `event` that came. */
  readonly sees: readonly string[];
  /** Whether it may name more than can be known here: a planner's prompt sees goal, catalogue and others. */
  readonly isOpen: boolean;
}

const LANGUAGES: Readonly<Partial<Record<RoleName, LanguageText['kind']>>> = {
  cel: 'expression',
  template: 'template',
  jsonata: 'jsonata',
};

/** Every text of a node in one of the three languages, as the schema of its type says. All else is literal. */
export function textsOf(node: PlanNode): readonly LanguageText[] {
  return fieldsOf(node).flatMap((field) => textOf(field) ?? []);
}

/** The text that a field is; null where it is read as no language. */
export function textOf({ is, value, path, sees, isOpen }: Field): LanguageText | null {
  const kind = LANGUAGES[is];
  return kind === undefined ? null : { kind, value, field: path, sees, isOpen };
}

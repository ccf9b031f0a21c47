import { type Diagnostic, err, type Json, ok, type Result, remembered, textsIn } from '#base';
import { compileExpression } from '../expressions/expression';
import { checkJsonata } from '../expressions/jsonata';
import { NO_REFERENCES, type References } from '../expressions/references';
import { compileTemplate, holesIn } from '../expressions/template';
import type { Field, RoleName } from '../fields/fields';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import type { Rule } from './rule';

/**
 * Reads a text in its language.
 *
 * @returns what it refers to, or its problems, whose `field` is relative to the text
 */
export function readText(text: LanguageText): Result<References, readonly Diagnostic[]> {
  if (text.kind === 'jsonata') {
    // JSONata reads the variables as fields, of which a query may name any; nothing is undeclared there.
    const wrong = checkJsonata(String(text.value));
    return wrong ? err([wrong]) : ok(NO_REFERENCES);
  }
  if (text.kind === 'template') {
    const template = compileTemplate(text.value);
    return template.ok ? ok(template.value.references) : template;
  }
  const expression = compileExpression(String(text.value));
  return expression.ok ? ok(expression.value.references) : err([expression.problem]);
}

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

/** One CEL expression of a text, and where it stands. */
export interface PlacedExpression {
  readonly source: string;
  /** JSON Pointer into the text where that is JSON, else empty. */
  readonly field: string;
  /** Where it begins in its string. */
  readonly offset: number;
}

/** Every expression of a text: itself, or the holes of a template in the order in which they are written. */
export function expressionsIn({ kind, value }: TextIn): readonly PlacedExpression[] {
  if (kind === 'jsonata') return [];
  return kind === 'template' ? inTemplate(value) : [{ source: String(value), field: '', offset: 0 }];
}

/** A text of a node or of a machine. */
interface TextIn {
  readonly kind: LanguageText['kind'] | 'condition';
  readonly value: Json;
}

function inTemplate(template: Json): readonly PlacedExpression[] {
  return [...textsIn(template)].flatMap(({ text, path: field }) => {
    const pieces = holesIn(text);
    if (!pieces.ok) return [];
    return pieces.value.flatMap((piece) => (typeof piece === 'string' ? [] : [{ ...piece, field }]));
  });
}

/** V3: every expression, template and JSONata text can be read. */
export const textsAreReadable: Rule = ({ nodes, authored, at }) => {
  const placed = (one: Diagnostic, node: PlanNode | null, field: string): Diagnostic => ({
    ...one,
    where: { ...one.where, ...at(node, `${field}${one.where.field ?? ''}`) },
  });
  const found = nodes.flatMap(({ node }) =>
    textsOf(node).flatMap((text) => {
      const read = readText(text);
      return read.ok ? [] : read.problem.map((one) => placed(one, node, text.field));
    }),
  );
  const result = compileTemplate(authored?.plan.result ?? null);
  return result.ok ? found : [...found, ...result.problem.map((one) => placed(one, null, '/result'))];
};

/** What the value of something is made of, as far as its texts say. */
export interface Reads extends References {
  /** It may be made of whatever can be seen: a query that names no variables, an input that is all of them. */
  readonly everything: boolean;
}

const READS = new WeakMap<PlanNode, Reads>();

/** What a node reads to do its work: its input and its parameters, without those of nodes inside it. Its `output` is read afterwards. */
export function readsOfNode(node: PlanNode): Reads {
  return remembered(READS, node, readsIn);
}

function readsIn(node: PlanNode): Reads {
  const variables = new Set(namesIn(fieldsOf(node), 'reads'));
  const steps = new Set<string>();
  let everything = node.input === '*';
  for (const text of textsOf(node)) {
    if (text.field.startsWith('/output/')) continue;
    const found = text.isOpen ? err([]) : readText(text);
    everything ||= text.kind === 'jsonata' || text.isOpen;
    if (!found.ok) continue;
    for (const name of found.value.variables) if (!text.sees.includes(name)) variables.add(name);
    for (const step of found.value.steps) steps.add(step);
  }
  return { variables, steps, everything };
}

/** What the value of an expression is made of; nothing where it cannot be read. */
export function readsOfExpression(source: string): References {
  const expression = compileExpression(source);
  return expression.ok ? expression.value.references : NO_REFERENCES;
}

/** The same of a template. */
export function readsOfTemplate(template: Json): References {
  const compiled = compileTemplate(template);
  return compiled.ok ? compiled.value.references : NO_REFERENCES;
}

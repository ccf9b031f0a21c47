import { err, type Json } from '#base';
import { compileExpression } from '../expressions/expression';
import { NO_REFERENCES, type References } from '../expressions/references';
import { compileTemplate } from '../expressions/template';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import { readText, textsOf } from './texts';

/** What the value of something is made of, as far as its texts say. */
export interface Reads extends References {
  /** It may be made of whatever can be seen: a query that names no variables, an input that is all of them. */
  readonly everything: boolean;
}

const READS = new WeakMap<PlanNode, Reads>();

/** What a node reads to do its work: its input and its parameters, without those of nodes inside it. Its `output` is read afterwards. */
export function readsOfNode(node: PlanNode): Reads {
  const known = READS.get(node);
  if (known) return known;
  const reads = readsIn(node);
  READS.set(node, reads);
  return reads;
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

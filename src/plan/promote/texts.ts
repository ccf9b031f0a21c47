import { isJsonObject, type Json } from '#base';
import { holesIn } from '../expressions/holes';

/** Fields whose text is an expression as a whole; other texts hold expressions in holes (V3). */
const EXPRESSIONS = new Set(['when', 'condition', 'items', 'while', 'until', 'expression', 'ms']);
/** Fields whose every value is an expression. */
const RECORDS = new Set(['output', 'values']);

/** What a pattern finds first in each expression of a plan, each once, in document order. */
export function foundInExpressions(plan: object, pattern: RegExp): readonly string[] {
  const sources = sourcesOf(JSON.parse(JSON.stringify(plan)), '', false);
  const found = sources.flatMap((source) => [...source.matchAll(pattern)].flatMap(([, name]) => name ?? []));
  return [...new Set(found)];
}

function sourcesOf(value: Json, key: string, isExpression: boolean): readonly string[] {
  if (typeof value === 'string') return sourcesIn(value, isExpression || EXPRESSIONS.has(key));
  if (Array.isArray(value)) return value.flatMap((item) => sourcesOf(item, key, isExpression));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'source' ? [] : sourcesOf(item, name, RECORDS.has(key)),
  );
}

function sourcesIn(text: string, isExpression: boolean): readonly string[] {
  if (isExpression) return [text];
  const holes = holesIn(text);
  return holes.ok ? holes.value.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.source])) : [];
}

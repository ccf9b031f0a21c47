import { escapePointer, isJsonObject, type Json } from '#base';
import { holesIn } from '../expressions/holes';
import type { LanguageText } from './texts';

/** One CEL expression of a text, and where it stands. */
export interface PlacedExpression {
  readonly source: string;
  /** JSON Pointer into the text where that is JSON, else empty. */
  readonly field: string;
  /** Where it begins in its string. */
  readonly offset: number;
}

/** Every expression of a text: itself, or the holes of a template in the order in which they are written. */
export function expressionsIn({
  kind,
  value,
}: Pick<LanguageText, 'kind' | 'value'>): readonly PlacedExpression[] {
  if (kind === 'jsonata') return [];
  return kind === 'expression' ? [{ source: String(value), field: '', offset: 0 }] : inTemplate(value, '');
}

function inTemplate(template: Json, field: string): readonly PlacedExpression[] {
  if (typeof template === 'string') {
    const pieces = holesIn(template);
    if (!pieces.ok) return [];
    return pieces.value.flatMap((piece) => (typeof piece === 'string' ? [] : [{ ...piece, field }]));
  }
  if (Array.isArray(template)) {
    const list = template as readonly Json[];
    return list.flatMap((item, index) => inTemplate(item, `${field}/${index}`));
  }
  if (!isJsonObject(template)) return [];
  return Object.entries(template).flatMap(([key, value]) =>
    inTemplate(value, `${field}/${escapePointer(key)}`),
  );
}

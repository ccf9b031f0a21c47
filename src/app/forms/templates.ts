import type { Json } from '#base';
import type { SchemaField } from './schema';

/** Whether a value is a text with `{{ expressions }}` (V3). */
export function isTemplate(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('{{');
}

/** A value as it is typed into a template field. */
export function templateText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * What was typed into a template field: a value of the schema's type where the text is one and holds no expression.
 *
 * @example templateValue('3', numberField) // 3
 */
export function templateValue(text: string, field: SchemaField): Json | undefined {
  const { kind } = field.kind;
  if (text === '') return kind === 'text' && field.required ? '' : undefined;
  const textual = kind === 'text' || kind === 'choice' || kind === 'suggest';
  if (textual || text.includes('{{')) return text;
  try {
    const parsed: Json = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}

import { isJsonObject, type Json } from '#base';
import { holesIn, PLACEHOLDER_PATH } from '#plan';

/**
 * The way back, as their document writes it.
 *
 * @param unknown gets each expression that they have no placeholder for; it is written as it stands
 */
export function dataOf(template: Json, unknown: (expression: string) => void): Json {
  if (typeof template === 'string') return textOf(template, unknown);
  if (Array.isArray(template)) return (template as readonly Json[]).map((item) => dataOf(item, unknown));
  if (!isJsonObject(template)) return template;
  const members = Object.entries(template).map(([key, value]) => [key, dataOf(value, unknown)] as const);
  return Object.fromEntries(members);
}

function textOf(template: string, unknown: (expression: string) => void): string {
  const holes = holesIn(template);
  if (!holes.ok) return template;
  return holes.value
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const source = piece.source.trim();
      if (source === '"{{"') return '{{';
      if (!new RegExp(`^${PLACEHOLDER_PATH}$`).test(source)) unknown(source);
      return `{${source}}`;
    })
    .join('');
}

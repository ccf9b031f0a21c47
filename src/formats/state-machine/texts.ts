import { isJsonObject, type Json } from '#base';
import { holesIn, PLACEHOLDER_PATH } from '#plan';

/**
 * The way back, as their code fills it: `{{goal_data.x}}`, in the texts right below `data` (their document writes one brace,
 * which nothing fills).
 *
 * @param unknown gets each expression that they have no placeholder for; it is written as it stands
 */
export function dataOf(template: Json, unknown: (expression: string) => void, depth = 0): Json {
  if (typeof template === 'string') return textOf(template, unknown, depth <= MOST_DEPTH);
  if (Array.isArray(template))
    return (template as readonly Json[]).map((item) => dataOf(item, unknown, depth + 1));
  if (!isJsonObject(template)) return template;
  const members = Object.entries(template).map(
    ([key, value]) => [key, dataOf(value, unknown, depth + 1)] as const,
  );
  return Object.fromEntries(members);
}

/** How deep their code looks for placeholders: in the members of `data`, and no further. */
const MOST_DEPTH = 1;

function textOf(template: string, unknown: (expression: string) => void, isFilled: boolean): string {
  const holes = holesIn(template);
  if (!holes.ok) return template;
  return holes.value
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const source = piece.source.trim();
      if (source === '"{{"') return '{{';
      if (!isFilled || !new RegExp(`^${PLACEHOLDER_PATH}$`).test(source)) unknown(source);
      return `{{${source}}}`;
    })
    .join('');
}

import type { Item } from './piece';

/** A field's letters are about that part of its height. */
const LETTERS = 0.7;
const [SMALLEST, LARGEST] = [6, 12];
/** So far from the edge of a field its text begins, in points. */
const INSET = 2;

/** What was filled into the fields of a form, as text at their places: it is not drawn on the page, but over it. */
export function fieldsOf(annotations: readonly object[]): readonly Item[] {
  return annotations.flatMap((annotation): Item[] => {
    const str = filledIn(annotation);
    const rect: unknown = Reflect.get(annotation, 'rect');
    if (str === '' || !Array.isArray(rect)) return [];
    const [left = Number.NaN, bottom = Number.NaN, right = Number.NaN, top = Number.NaN] = rect.map(Number);
    const height = Math.min(LARGEST, Math.max(SMALLEST, (top - bottom) * LETTERS));
    // Text of several lines begins at the top of its field.
    const y = top - bottom > 2 * LARGEST ? top - height : bottom + (top - bottom - height) / 2;
    return [{ str, transform: [height, 0, 0, height, left + INSET, y], width: right - left, height }];
  });
}

/** Text, or what is chosen; of a box whether it is ticked. Secrets are nobody's to read. */
function filledIn(annotation: object): string {
  const of = (key: string): unknown => Reflect.get(annotation, key);
  if (of('subtype') !== 'Widget' || of('hidden') === true || of('password') === true) return '';
  const value = of('fieldValue');
  if (of('checkBox') === true) return value === of('exportValue') && value !== 'Off' ? '☒' : '☐';
  if (of('fieldType') !== 'Tx' && of('fieldType') !== 'Ch') return '';
  const texts = Array.isArray(value) ? value : [value];
  return texts.filter((text) => typeof text === 'string').join(', ');
}

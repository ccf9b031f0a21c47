const FIGURE = /^(sum|average|median|count|min|max|ratio|percentile\d+)_(.+)$/;

const WORDS: Readonly<Record<string, string>> = {
  sum: 'total',
  average: 'average',
  median: 'median',
  count: 'number of',
  min: 'lowest',
  max: 'highest',
  ratio: '',
};

/**
 * What a computed column is called where people read it.
 *
 * @example figureLabel('sum_unit_price') // 'total unit price'
 * @example figureLabel('percent') // 'percent'
 */
export function figureLabel(name: string): string {
  const [, figure = '', column = ''] = FIGURE.exec(name) ?? [];
  const [, percent] = figure.split('percentile');
  const word = percent === undefined ? (WORDS[figure] ?? '') : `percentile ${percent} of`;
  const what = (figure ? column : name).replaceAll('_', ' ');
  // A column may be called "Total" itself.
  return word !== '' && what.toLowerCase().startsWith(word) ? what : `${word} ${what}`.trim();
}

/** Whether a computed column holds figures of that column, in its unit: counts have none. */
export function isFigureOf(name: string, column: string): boolean {
  const [, figure, of] = FIGURE.exec(name) ?? [];
  return (
    figure !== undefined && figure !== 'count' && (of === column || of === column.replaceAll(/\s+/g, '_'))
  );
}

import type { Table } from '../tables/tables';
import { readable } from '../text/names';
import { stemsOf, type Token } from '../text/words';
import { termsOf } from '../words/terms';

/**
 * The word of a column that another table has never stands for a column of this one that it only could mean: "amount per
 * zone", where one table has the amounts and the other the zones, is no question about either.
 *
 * @returns the reason to refuse, or null
 */
export function columnElsewhere(
  tokens: readonly Token[],
  table: Table,
  tables: readonly Table[],
): string | null {
  const others = tables.filter(({ document }) => document !== table.document);
  if (others.length === 0) return null;
  for (const { meanings, text } of termsOf(tokens, table)) {
    const [meaning] = meanings;
    const isSure = meaning?.kind !== 'column' || meaning.exact;
    const isLoose = !isSure || (meaning?.kind === 'stop' && /^(?:amount|value|level)s?$/i.test(text));
    if (!isLoose) continue;
    const said = stemsOf(text).join(' ');
    const owner = others.find(({ columns }) =>
      columns.some(({ stems, derived }) => derived === undefined && stems.join(' ') === said),
    );
    if (owner)
      return `“${text}” is a column of “${owner.name}”, and the rest is about “${readable(table.name)}”: I cannot join the two`;
  }
  return null;
}

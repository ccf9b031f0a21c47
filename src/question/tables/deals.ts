import { isMeasure, type Table } from './tables';

/** What people call a row where each is a sale. */
export const DEALS = ['order', 'sale', 'purchase'];

const DEAL_WORDS = new Set(
  'unit quantity qty revenue amount price cost product customer order sale'.split(' '),
);
/** What says that something changed hands: a price alone stands on a shelf as well. */
const TRADED = new Set(
  'unit quantity qty revenue turnover amount total order sale purchase invoice'.split(' '),
);

/** Whether a row of the table is what people call an order or a sale. */
export function recordsDeals(table: Table): boolean {
  const columns = table.columns.filter(({ derived }) => derived === undefined);
  const stems = columns.flatMap((column) => column.stems.filter((stem) => DEAL_WORDS.has(stem)));
  const isTraded = columns.some((column) => isMeasure(column) && TRADED.has(column.stems.at(-1) ?? ''));
  return new Set(stems).size > 1 && isTraded;
}

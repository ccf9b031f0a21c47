import { isJsonObject, isTableHandle, type Json } from '#base';
import type { CallContext, Capabilities, Capability } from '#runtime';
import type { Column } from '../../reading/table';
import { shapeOf } from '../../reading/tableOf';
import { tablesAround } from '../tablesAround';
import type { TableSteps } from './stepsInWorker';

/** What works on rows and needs nothing else of the run. `load` and `sql` have threads of their own. */
const OVER_ROWS: ReadonlySet<string> = new Set([
  ...['table.filter', 'table.group', 'table.aggregate', 'table.sort', 'table.limit', 'table.join'],
  ...['table.period', 'table.span', 'table.change', 'table.compute', 'table.across', 'table.share'],
  ...['table.top', 'table.unpivot', 'table.distinct', 'table.answer'],
]);

/**
 * Capabilities of a host whose steps over large tables are worked on elsewhere (V6, I4). Rows that stand in the input itself are
 * few: those are worked on where they are.
 *
 * @param steps asked when such a step comes; null where there is no other thread
 */
export function withStepsAside(capabilities: Capabilities, steps: () => TableSteps | null): Capabilities {
  const aside = new Map<string, Capability>();
  for (const id of OVER_ROWS) {
    const here = capabilities.find(id);
    if (here !== undefined) aside.set(id, asideOf(here, steps));
  }
  return { catalogue: capabilities.catalogue, find: (id) => aside.get(id) ?? capabilities.find(id) };
}

function asideOf(here: Capability, steps: () => TableSteps | null): Capability {
  const { id } = here.descriptor;
  return {
    ...here,
    run: async (input, context) => {
      const elsewhere = context.tables !== undefined && hasTables(input) ? steps() : null;
      if (elsewhere === null) return here.run(input, context);
      const shown = id === 'table.answer' ? await columnsAround(context) : [];
      return elsewhere.work({ capability: id, input, shown }, context.signal);
    },
  };
}

function hasTables(input: Json): boolean {
  return isJsonObject(input) && Object.values(input).some(isTableHandle);
}

/** The columns of the tables of the workspace. */
async function columnsAround(context: CallContext): Promise<readonly (readonly Column[])[]> {
  const documents = await tablesAround(context);
  return documents.map(shapeOf).flatMap((table) => (table.ok ? [table.value.columns] : []));
}

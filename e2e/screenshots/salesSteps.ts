/** A step in the shape that prompts ask for. */
interface SalesStep {
  readonly id: string;
  readonly name: string;
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a model proposes for "Which three products brought in the most revenue in 2026?". */
export const SALES_STEPS: readonly SalesStep[] = [
  { id: 'load', name: 'Load sales', toolId: 'table.load', input: { document: 'sales' } },
  {
    id: 'keep',
    name: 'Keep 2026',
    toolId: 'table.filter',
    input: { rows: '{{ steps["load"].rows }}', column: 'date', operator: 'contains', value: '2026-' },
  },
  {
    id: 'group',
    name: 'Group by product',
    toolId: 'table.group',
    input: {
      rows: '{{ steps["keep"].rows }}',
      by: ['product'],
      aggregates: [{ column: 'revenue', function: 'sum', as: 'revenue' }],
    },
  },
  {
    id: 'sort',
    name: 'Sort by revenue',
    toolId: 'table.sort',
    input: { rows: '{{ steps["group"].rows }}', by: 'revenue', order: 'desc' },
  },
  {
    id: 'top',
    name: 'Top three',
    toolId: 'table.limit',
    input: { rows: '{{ steps["sort"].rows }}', limit: 3 },
  },
  {
    id: 'say',
    name: 'Say it',
    toolId: 'table.answer',
    input: {
      question: 'Which three products brought in the most revenue in 2026?',
      label: 'The three products with the most revenue in 2026',
      rows: '{{ steps["top"].rows }}',
      columns: ['product', 'revenue'],
    },
  },
];

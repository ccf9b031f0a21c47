import { NODE_TYPES, PLANNER_FLAVOURS, type PlannerFlavour } from '#plan';

/** The pages of this folder in the order in which they are read. */
export const HELP_SECTIONS: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Begin', pages: ['start', 'draw', 'run', 'machines', 'sessions', 'whatif', 'travel'] },
  {
    title: 'Plan and compute',
    pages: ['planning', 'replanning', 'models', 'values', 'documents', 'features', 'policies', 'proving'],
  },
  { title: 'Planners', pages: PLANNER_FLAVOURS.map(flavourPage) },
  { title: 'Patterns', pages: ['patterns'] },
  { title: 'Keep and share', pages: ['share', 'hosting', 'formats', 'xstate', 'trust', 'keep'] },
  { title: 'Nodes', pages: Object.keys(NODE_TYPES) },
];

/** The page about a flavour of planners (P2). */
export function flavourPage(flavour: PlannerFlavour): string {
  return `planner-${flavour}`;
}

/** The page that leads to another; null for one that stands for itself. */
export function pageAbove(page: string): 'patterns' | 'planning' | null {
  if (page.startsWith('pattern-')) return 'patterns';
  return page.startsWith('planner-') ? 'planning' : null;
}

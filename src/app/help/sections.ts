import { NODE_TYPES } from '#plan';

/** The pages of this folder in the order in which they are read. */
export const HELP_SECTIONS: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Begin', pages: ['start', 'draw', 'run', 'machines', 'sessions', 'whatif', 'travel'] },
  {
    title: 'Plan and compute',
    pages: ['planning', 'replanning', 'models', 'values', 'documents', 'features', 'policies', 'proving'],
  },
  { title: 'Patterns', pages: ['patterns'] },
  { title: 'Keep and share', pages: ['share', 'hosting', 'formats', 'xstate', 'trust', 'keep'] },
  { title: 'Nodes', pages: Object.keys(NODE_TYPES) },
];

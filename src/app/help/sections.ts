/** The pages of this folder in the order in which they are read. */
export const HELP_SECTIONS: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Begin', pages: ['start', 'draw', 'run', 'whatif', 'travel'] },
  { title: 'Plan and compute', pages: ['planning', 'models', 'values', 'documents'] },
  { title: 'Keep and share', pages: ['share', 'trust', 'keep'] },
  {
    title: 'Nodes',
    pages: [
      'START',
      'END',
      'IF',
      'SWITCH',
      'GROUP',
      'SUB_PLAN',
      'FORK',
      'JOIN',
      'EVENT_WAIT',
      'DELAY',
      'CANCEL',
      'CAPABILITY',
      'TRANSFORM',
      'FILL_TEMPLATE',
      'PLANNER',
      'PLAN_EXECUTOR',
      'HUMAN_INPUT',
      'NOTE',
    ],
  },
];

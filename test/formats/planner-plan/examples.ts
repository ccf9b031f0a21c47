import type { Json } from '#base';

export const EXAMPLES: readonly Json[] = [
  {
    nodes: {
      a: { id: 'a', type: 'tool', toolId: 'x', input: { n: 1 } },
      b: { type: 'finish', input: { done: true } },
    },
    edges: { a: ['b'] },
  },
  { planId: 'p', steps: [{ id: 'a', type: 'tool', toolId: 'x', input: { n: 1, deep: [{ k: 2 }] } }] },
  { planId: 'p', steps: [{ id: 'a', type: 'message', input: 'm' }] },
];

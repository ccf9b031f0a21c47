import type { Json } from '#base';
import { ORCHARD } from './orchard';
import { PLANNER } from './studio';

const REPLY: Json = [
  { toolId: 'PEN', displayName: 'Draw', input: { prompt: 'p', more: 1 } },
  {
    toolId: 'SUB',
    type: 'PLANNER',
    params: { modelPluginRef: 'M', treeBuilder: 'default', userQueryVariable: 'q' },
  },
];

export const EXAMPLES: readonly Json[] = [ORCHARD, PLANNER, REPLY];

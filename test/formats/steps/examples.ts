import type { Json } from '#base';

export const EXAMPLES: readonly Json[] = [
  [{ goal: 'Count', primary_tools: ['log'], success_criteria: 'one', context: 'May', step_num: 1 }],
];

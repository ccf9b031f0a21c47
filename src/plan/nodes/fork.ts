import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

export const fork = defineNodeType({
  type: 'FORK',
  title: 'Fork',
  summary: 'Goes all its ways at once.',
  icon: 'git-fork',
  section: 'flow',
  effect: 'pure',
  hasNoValue: true,
  params: z.strictObject({}).optional(),
});

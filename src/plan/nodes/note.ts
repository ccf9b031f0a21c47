import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const noteParams = z.strictObject({
  markdown: z.string().meta({ title: 'Text', format: 'multiline' }),
});
export const noteSchema = z.strictObject(nodeShape('NOTE', noteParams));

export const note = defineNodeType({
  type: 'NOTE',
  title: 'Note',
  summary: 'A sticky note; never executed.',
  section: 'notes',
  effect: 'pure',
  leaf: false,
  params: noteParams,
  ports: () => [],
  initial: () => ({ params: { markdown: '' } }),
});

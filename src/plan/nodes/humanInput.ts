import { foreignSchema, idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const humanInputParams = z.strictObject({
  message: z.string().optional().meta({ title: 'Message', format: 'multiline' }),
  schema: foreignSchema.optional().meta({ title: 'Form' }),
  decisions: z
    .array(
      z.strictObject({ id: idSchema.meta({ title: 'Port' }), label: z.string().meta({ title: 'Label' }) }),
    )
    .optional()
    .meta({ title: 'Decisions' }),
  timeoutMs: z.int().min(1).nullable().meta({ title: 'Wait at most (ms)', description: 'Empty: for ever.' }),
});
export const humanInputSchema = z.strictObject(nodeShape('HUMAN_INPUT', humanInputParams));

export const humanInput = defineNodeType({
  type: 'HUMAN_INPUT',
  title: 'Human input',
  summary: 'Asks a person, with a form and decision buttons.',
  section: 'people',
  effect: 'read',
  leaf: true,
  params: humanInputParams,
  ports: (node) => {
    const decisions = (node.params?.decisions ?? []).map((decision) => decision.id);
    return [...(decisions.length > 0 ? decisions : ['out']), 'timeout', 'error'];
  },
  initial: () => ({
    params: {
      message: 'What do you decide?',
      decisions: [
        { id: 'approve', label: 'Approve' },
        { id: 'reject', label: 'Reject' },
      ],
      timeoutMs: null,
    },
  }),
});

import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { row, z } from '../zod';

/**
 * Known to planners so that they may ask for a person; the planner's reading turns such a step into a HUMAN_INPUT
 * node, since only the kernel can wait. Called as a CAPABILITY it fails and says so.
 */
export const ask = defineCapability({
  id: 'human.ask',
  title: 'Ask a person',
  description:
    'Asks a person a question and waits for the answer. Use it where a decision is not yours to take.',
  input: z.strictObject({
    message: z.string().min(1).meta({ title: 'Message' }),
    schema: row.optional().meta({ title: 'Form', description: 'JSON Schema of the fields to fill in.' }),
    decisions: z
      .array(
        z.strictObject({
          id: z.string().meta({ title: 'Port' }),
          label: z.string().meta({ title: 'Label' }),
        }),
      )
      .optional()
      .meta({ title: 'Decisions' }),
  }),
  output: z.looseObject({ decision: z.string().optional() }),
  effect: 'read',
  icon: 'user-round',
  tags: ['people'],
  run() {
    throw failure(
      'HUMAN_NODE_NEEDED',
      'A capability cannot wait for a person.',
      'Use a Human input node here: it waits, shows the form, and takes the answer.',
    );
  },
});

import { as, foreignSchema, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const humanInputParams = z.strictObject({
  message: as('template', z.string()).optional().meta({ title: 'Message', format: 'multiline' }),
  schema: foreignSchema.optional().meta({ title: 'Form' }),
  decisions: z
    .array(
      z.strictObject({
        id: as('name', idSchema).meta({ title: 'Port' }),
        label: as('words', z.string()).meta({ title: 'Label' }),
      }),
    )
    .optional()
    .meta({ title: 'Decisions' }),
  timeoutMs: z.int().min(1).nullable().meta({ title: 'Wait at most (ms)', description: 'Empty: for ever.' }),
});

export const humanInput = defineNodeType({
  type: 'HUMAN_INPUT',
  title: 'Human input',
  summary: 'Asks a person, with a form and decision buttons.',
  icon: 'user-check',
  section: 'people',
  effect: 'read',
  leaf: true,
  pinnable: true,
  waits: true,
  boundsItself: true,
  firstParams: ['message', 'decisions'],
  params: humanInputParams,
  ports: (node) => {
    const decisions = (node.params?.decisions ?? []).map((decision) => decision.id);
    return [...(decisions.length > 0 ? decisions : ['out']), 'timeout', 'error'];
  },
  cardLine: ({ params }) => params.message ?? '',
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

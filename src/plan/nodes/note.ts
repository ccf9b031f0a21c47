import { roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const noteParams = z.strictObject({
  markdown: z.string().meta({ title: 'Text', format: 'multiline' }).register(roles, { is: 'words' }),
});

export const note = defineNodeType({
  type: 'NOTE',
  title: 'Note',
  summary: 'A sticky note; never executed.',
  icon: 'sticky-note',
  section: 'notes',
  effect: 'pure',
  leaf: false,
  hasNoValue: true,
  takesNoTime: true,
  schema: z.strictObject(nodeShape('NOTE', noteParams)),
  params: noteParams,
  ports: () => [],
  cardLine: ({ params }) => params.markdown,
  initial: () => ({ params: { markdown: '' } }),
});

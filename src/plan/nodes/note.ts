import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const noteParams = z.strictObject({
  markdown: as('words', z.string()).meta({ title: 'Text', format: 'multiline' }),
});

export const note = defineNodeType({
  type: 'NOTE',
  title: 'Note',
  summary: 'A sticky note; never executed.',
  icon: 'sticky-note',
  section: 'notes',
  effect: 'pure',
  hasNoValue: true,
  takesNoTime: true,
  params: noteParams,
  ports: () => [],
  cardLine: ({ params }) => params.markdown,
  initial: () => ({ params: { markdown: '' } }),
});

import { as, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const fillTemplateParams = z.strictObject({
  template: as('template', z.string()).optional().meta({ title: 'Template', format: 'multiline' }),
  prompt: as('prompt', idSchema).optional().meta({ title: 'Prompt of the workspace' }),
});

export const fillTemplate = defineNodeType({
  type: 'FILL_TEMPLATE',
  title: 'Fill template',
  summary: 'Fills a template with variables.',
  icon: 'text-cursor-input',
  section: 'work',
  effect: 'pure',
  // A prompt of the workspace stands for the text.
  isIdle: ({ params }, param) => params.prompt !== undefined && param === 'template',
  params: fillTemplateParams,
  cardLine: ({ params }) => params.template ?? params.prompt ?? '',
  initial: () => ({ params: { template: '' } }),
});

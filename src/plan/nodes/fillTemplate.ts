import { idSchema, roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const fillTemplateParams = z.strictObject({
  template: z
    .string()
    .optional()
    .meta({ title: 'Template', format: 'multiline' })
    .register(roles, { is: 'template' }),
  prompt: idSchema.optional().meta({ title: 'Prompt of the workspace' }).register(roles, { is: 'prompt' }),
});

export const fillTemplate = defineNodeType({
  type: 'FILL_TEMPLATE',
  title: 'Fill template',
  summary: 'Fills a template with variables.',
  icon: 'text-cursor-input',
  section: 'work',
  effect: 'pure',
  leaf: false,
  // A prompt of the workspace stands for the text.
  isIdle: ({ params }, param) => params.prompt !== undefined && param === 'template',
  schema: z.strictObject(nodeShape('FILL_TEMPLATE', fillTemplateParams)),
  params: fillTemplateParams,
  ports: () => ['out', 'error'],
  cardLine: ({ params }) => params.template ?? params.prompt ?? '',
  initial: () => ({ params: { template: '' } }),
});

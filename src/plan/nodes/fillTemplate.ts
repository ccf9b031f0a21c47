import { idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const fillTemplateParams = z.strictObject({
  template: z.string().optional().meta({ title: 'Template', format: 'multiline' }),
  prompt: idSchema.optional().meta({ title: 'Prompt of the workspace' }),
});
export const fillTemplateSchema = z.strictObject(nodeShape('FILL_TEMPLATE', fillTemplateParams));

export const fillTemplate = defineNodeType({
  type: 'FILL_TEMPLATE',
  title: 'Fill template',
  summary: 'Fills a template with variables.',
  section: 'work',
  effect: 'pure',
  leaf: false,
  params: fillTemplateParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { template: '' } }),
});

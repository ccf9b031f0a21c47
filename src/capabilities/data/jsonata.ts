import { evaluateJsonata } from '#runtime';
import { defineCapability } from '../defineCapability';
import { anyJson, z } from '../zod';

export const jsonata = defineCapability({
  id: 'data.jsonata',
  title: 'Compute',
  description:
    'Evaluates a JSONata expression over a value, such as "$sum(items.price)" over {"items": […]}.',
  input: z.strictObject({
    expression: z.string().min(1).meta({ title: 'JSONata expression', format: 'jsonata' }),
    value: anyJson.default(null).meta({ title: 'Value' }),
  }),
  output: z.object({ value: anyJson }),
  icon: 'braces',
  tags: ['data'],
  run: async ({ expression, value }, { signal }) => ({
    value: await evaluateJsonata(expression, value, {}, signal),
  }),
});

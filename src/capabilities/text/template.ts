import { canonicalJson, isJsonObject, type Json, type JsonObject, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure, listed } from '../fail';
import { row, z } from '../zod';
import { textResult } from './fields';

export const template = defineCapability({
  id: 'text.template',
  title: 'Fill text',
  description: 'Fills a text: "{name}" and "{order.total}" are replaced by the values of that name.',
  input: z.strictObject({
    template: z.string().meta({ title: 'Text with {names}', format: 'multiline' }),
    values: row.meta({ title: 'Values' }),
  }),
  output: textResult,
  icon: 'braces',
  tags: ['text'],
  run: ({ template: text, values }) => ({ text: filled(text, values) }),
});

// One pass: what is inserted is never read again (case C6).
function filled(text: string, values: JsonObject): string {
  return text.replace(/\{([A-Za-z_]\w*(?:\.\w+)*)\}/g, (_, path: string) => {
    const value = valueAt(values, path);
    if (value !== undefined) return typeof value === 'string' ? value : canonicalJson(value);
    throw failure(
      'VALUE_MISSING',
      `There is no value "${path}".`,
      `The values are: ${listed(Object.keys(values).toSorted())}.`,
    );
  });
}

function valueAt(values: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = values;
  for (const step of path.split('.')) value = isJsonObject(value) ? own(value, step) : undefined;
  return value;
}

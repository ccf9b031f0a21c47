import { canonicalJson } from '#base';
import { defineCapability } from '../defineCapability';
import { anyJson, z } from '../zod';
import { textResult } from './fields';

export const join = defineCapability({
  id: 'text.join',
  title: 'Join texts',
  description: 'Puts items one after another with a separator between them. Empty items (null) are left out.',
  input: z.strictObject({
    items: z.array(anyJson).meta({ title: 'Items' }),
    separator: z.string().default(' ').meta({ title: 'Separator' }),
  }),
  output: textResult,
  icon: 'combine',
  tags: ['text'],
  run({ items, separator }) {
    const texts = items.filter((item) => item !== null);
    return {
      text: texts.map((item) => (typeof item === 'string' ? item : canonicalJson(item))).join(separator),
    };
  },
});

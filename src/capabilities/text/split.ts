import { defineCapability } from '../defineCapability';
import { z } from '../zod';

export const split = defineCapability({
  id: 'text.split',
  title: 'Split text',
  description: 'Cuts a text at every separator into a list of trimmed parts; empty parts are left out.',
  input: z.strictObject({
    text: z.string().meta({ title: 'Text', format: 'multiline' }),
    separator: z.string().min(1).default('\n').meta({ title: 'Separator' }),
  }),
  output: z.object({ items: z.array(z.string()), count: z.int() }),
  icon: 'scissors',
  tags: ['text'],
  run({ text, separator }) {
    const items = text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return { items, count: items.length };
  },
});

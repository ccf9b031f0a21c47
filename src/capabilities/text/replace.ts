import { defineCapability } from '../defineCapability';
import { z } from '../zod';

// Literal text only: a pattern from a document could block the thread for seconds (case C4).
export const replace = defineCapability({
  id: 'text.replace',
  title: 'Replace text',
  description: 'Replaces every occurrence of a text (exact, no pattern) by another.',
  input: z.strictObject({
    text: z.string().meta({ title: 'Text', format: 'multiline' }),
    find: z.string().min(1).meta({ title: 'Find' }),
    replace: z.string().default('').meta({ title: 'Replace by' }),
  }),
  output: z.object({ text: z.string(), count: z.int() }),
  icon: 'replace',
  tags: ['text'],
  run({ text, find, replace: by }) {
    const parts = text.split(find);
    return { text: parts.join(by), count: parts.length - 1 };
  },
});

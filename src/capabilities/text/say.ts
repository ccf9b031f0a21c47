import { defineCapability } from '../defineCapability';
import { textField, textResult } from './fields';

export const say = defineCapability({
  id: 'text.say',
  title: 'Say',
  description: 'Says a text to the person who asked. Use it for a message or a final answer.',
  input: textField,
  output: textResult,
  icon: 'message-square-text',
  tags: ['text', 'answer'],
  run: ({ text }) => ({ text }),
});

import { defineCapability } from '../defineCapability';
import { textField, textResult } from './fields';

export const trim = defineCapability({
  id: 'text.trim',
  title: 'Trim',
  description: 'Takes white space from both ends.',
  input: textField,
  output: textResult,
  icon: 'scissors',
  tags: ['text'],
  run: ({ text }) => ({ text: text.trim() }),
});

import { defineCapability } from '../defineCapability';
import { textField, textResult } from './fields';

export const lower = defineCapability({
  id: 'text.lower',
  title: 'Lower case',
  description: 'Turns capitals into small letters.',
  input: textField,
  output: textResult,
  icon: 'case-lower',
  tags: ['text'],
  run: ({ text }) => ({ text: text.toLowerCase() }),
});

import { defineCapability } from '../defineCapability';
import { textField, textResult } from './fields';

export const upper = defineCapability({
  id: 'text.upper',
  title: 'Upper case',
  description: 'Turns letters into capitals.',
  input: textField,
  output: textResult,
  icon: 'case-upper',
  tags: ['text'],
  run: ({ text }) => ({ text: text.toUpperCase() }),
});

import { defineCapability } from './defineCapability';
import { anyJson } from './zod';

export const echo = defineCapability({
  id: 'echo',
  title: 'Echo',
  description: 'Gives its input back, unchanged.',
  input: anyJson.meta({ properties: { text: { title: 'Text', type: 'string' } } }),
  output: anyJson.meta({ properties: { text: { type: 'string' } } }),
  icon: 'repeat-2',
  tags: ['test'],
  run: (input) => input,
});

import { defineCapability } from '../defineCapability';
import { z } from '../zod';
import { textField } from './fields';
import { paragraphsOf, sentencesOf, wordsOf } from './measure';

export const count = defineCapability({
  id: 'text.count',
  title: 'Count words',
  description: 'Counts characters, words, sentences, lines and paragraphs of a text.',
  input: textField,
  output: z.object({
    characters: z.int(),
    words: z.int(),
    sentences: z.int(),
    lines: z.int(),
    paragraphs: z.int(),
  }),
  icon: 'hash',
  tags: ['text'],
  run: ({ text }) => ({
    characters: [...text].length,
    words: wordsOf(text).length,
    sentences: sentencesOf(text).length,
    lines: text === '' ? 0 : text.split(/\r\n|\r|\n/).length,
    paragraphs: paragraphsOf(text).length,
  }),
});

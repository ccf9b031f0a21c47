import { defineCapability } from '../defineCapability';
import { z } from '../zod';
import { textField } from './fields';
import { sentencesOf, syllablesOf, wordsOf } from './measure';

/** Words from which a sentence counts as long. */
const LONG_SENTENCE = 25;

export const readability = defineCapability({
  id: 'text.readability',
  title: 'Readability',
  description:
    'Reading ease of an English text from 0 (hard) to 100 (easy) by Flesch, words per sentence, and the sentences of more than 25 words.',
  input: textField,
  output: z.object({
    ease: z.number(),
    level: z.string(),
    wordsPerSentence: z.number(),
    longSentences: z.array(z.string()),
  }),
  icon: 'gauge',
  tags: ['text', 'review'],
  run({ text }) {
    const sentences = sentencesOf(text);
    const words = wordsOf(text);
    const perSentence = words.length / Math.max(1, sentences.length);
    const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
    const ease = easeOf(perSentence, syllables / Math.max(1, words.length));
    return {
      ease,
      level: levelOf(ease),
      wordsPerSentence: round(perSentence),
      longSentences: sentences.filter((sentence) => wordsOf(sentence).length > LONG_SENTENCE),
    };
  },
});

/** Flesch reading ease (Flesch 1948), held to 0 … 100. */
function easeOf(wordsPerSentence: number, syllablesPerWord: number): number {
  const ease = 206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord;
  return round(Math.min(100, Math.max(0, ease)));
}

function levelOf(ease: number): string {
  if (ease >= 70) return 'easy';
  if (ease >= 50) return 'fair';
  return ease >= 30 ? 'hard' : 'very hard';
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

import type { Effect } from '#plan';

/** What a call may do, in words that go on from its effect: "write changes something outside, …". */
export const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  pure: 'only computes',
  read: 'only reads',
  write: 'changes something outside, and cannot be undone here',
  unknown: 'may change something outside: what it does is not known',
};

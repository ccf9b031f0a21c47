/** What a fact of a node is to people, as far as they meet it: what came too late, for example. */
export const FACT_WORDS: Readonly<Record<string, string>> = {
  'effect.succeeded': 'its result',
  'effect.failed': 'its failure',
  'plan.step': 'a step of its plan',
  'plan.replied': 'its reply',
  'timer.fired': 'its time',
  'answer.given': 'the answer',
  'signal.received': 'the signal',
};

import type { Json } from '#base';
import type { Pinned, Recorded, Reuse } from '#kernel';

/**
 * The answers of a record that a fork can put another one in place of (D3): results of calls and what people said, at the
 * addresses of their steps, as they came. Plans, timers and signals are not among them, nor what a step asked besides its own call.
 */
export function answersIn({ served }: Reuse): readonly Pinned[] {
  return served.flatMap((one) => {
    const output = answerOf(one);
    return output === undefined || one.address.includes('!') ? [] : [{ address: one.address, output }];
  });
}

/** What an answer comes to, where another one can be put in its place. */
export function answerOf(one: Recorded | Pinned): Json | undefined {
  if ('output' in one) return one.output;
  const { fact } = one;
  if (fact.type === 'effect.succeeded') return fact.result;
  return fact.type === 'answer.given' ? fact.value : undefined;
}

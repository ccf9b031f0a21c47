import { LIMITS, utf8Length } from '#base';
import type { Fact } from '#kernel';

/**
 * A fact with at most `LIMITS.reasoningBytes` of what a model thought: its beginning, and how much there was (P6). Secrets are masked
 * before, so that no part of one is left where the text is cut.
 */
export function boundReasoning(fact: Fact): Fact {
  switch (fact.type) {
    case 'plan.replied': {
      const { attempt } = fact;
      const bounded = withBound(attempt);
      return bounded === attempt ? fact : { ...fact, attempt: bounded };
    }
    case 'effect.succeeded':
    case 'effect.failed':
      return withBound(fact);
    default:
      return fact;
  }
}

function withBound<Thought extends { readonly reasoning?: string }>(thought: Thought): Thought {
  const { reasoning = '' } = thought;
  const bytes = utf8Length(reasoning);
  if (bytes <= LIMITS.reasoningBytes) return thought;
  const note = `\n[cut: ${bytes} bytes in all]`;
  return { ...thought, reasoning: `${beginning(reasoning, LIMITS.reasoningBytes - note.length)}${note}` };
}

/** As much of the beginning of a text as fits into so many bytes of UTF-8. */
function beginning(text: string, bytes: number): string {
  let [fits, tooLong] = [0, Math.min(text.length, bytes) + 1];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (utf8Length(text.slice(0, middle)) <= bytes) fits = middle;
    else tooLong = middle;
  }
  // Not between the two halves of a character.
  const isHalf = (text.charCodeAt(fits - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? fits - 1 : fits);
}

import type { Fact, RunStarted } from '#kernel';
import { boundReasoning } from './boundReasoning';
import { type Redactor, redactor } from './redact';

/**
 * A fact as it may be written: known secrets masked in results, errors, prompts, replies, answers and signals
 * (cases A11, H6). The closure of a run stays as it is, since its hash pins the plan; a workspace is looked
 * through for secrets before it is shared. What a model thought is bounded.
 */
export function redactFact(fact: Fact, secrets: readonly string[]): Fact {
  return boundReasoning(withoutSecrets(fact, secrets));
}

/** D10: a person may have pinned anything. */
function withPins(fact: RunStarted, redact: Redactor): RunStarted {
  const { reuse } = fact;
  return reuse?.pins === undefined ? fact : { ...fact, reuse: { ...reuse, pins: redact(reuse.pins) } };
}

function withoutSecrets(fact: Fact, secrets: readonly string[]): Fact {
  if (secrets.length === 0) return fact;
  const redact = redactor(secrets);
  switch (fact.type) {
    case 'run.started':
      return withPins({ ...fact, input: redact(fact.input) }, redact);
    case 'effect.succeeded':
    case 'effect.failed':
    case 'plan.step':
    case 'plan.replied':
      return redact(fact);
    case 'answer.given':
      return { ...fact, value: redact(fact.value) };
    case 'signal.received':
      return { ...fact, data: redact(fact.data) };
    case 'effect.settled':
      return { ...fact, as: redact(fact.as) };
    default:
      return fact;
  }
}

import { durationText } from '#base';
import type { PlacedTransition } from '#plan';
import { cutText } from '../shortValue';

const MOST_OF_CONDITION = 28;

/** What sets a transition off, in the words of its label: an event type, "after 30 s", "always", "done". */
export function causeText({
  cause,
  transition,
  path,
}: Pick<PlacedTransition, 'cause' | 'transition' | 'path'>): string {
  switch (cause) {
    case 'event':
      return 'event' in transition ? transition.event : '';
    case 'after':
      return `after ${delayText(transition)}`;
    case 'always':
      return transition.when === undefined ? 'always' : '';
    case 'done':
    case 'invokeDone':
      return `done${numberOf(path)}`;
    case 'invokeError':
      return `failed${numberOf(path)}`;
    case 'default':
      return 'next';
  }
}

/** Its label: the cause, and the condition in brackets. */
export function labelOfTransition(placed: PlacedTransition): string {
  const { when } = placed.transition;
  const condition = when === undefined ? '' : `[${cutText(when, MOST_OF_CONDITION)}]`;
  return [causeText(placed), condition, againOf(placed)].filter((text) => text !== '').join(' ');
}

/** What leads to the machine itself, and so to no state that is drawn. */
function againOf({ transition }: PlacedTransition): string {
  return 'restart' in transition && transition.restart ? '(begins again)' : '';
}

function delayText(transition: PlacedTransition['transition']): string {
  const named = 'delay' in transition ? transition.delay : undefined;
  const ms = 'delayMs' in transition ? transition.delayMs : undefined;
  return named ?? delayWords(ms ?? 0);
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A delay is a round number as a rule: "5 s" and "24 h", not "5.0 s" and "24 h 0 min". */
function delayWords(ms: number): string {
  const unit = UNITS.find(([size]) => ms >= size && ms % size === 0);
  if (unit === undefined) return durationText(ms);
  const [size, word] = unit;
  return `${ms / size} ${word}`;
}

/** Of several invocations it says which: `/invoke/1/onDone/0` is "done 2". */
function numberOf(path: string): string {
  const index = Number(/^\/invoke\/(\d+)/.exec(path)?.[1] ?? 0);
  return index === 0 ? '' : ` ${index + 1}`;
}

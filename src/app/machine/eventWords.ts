import { durationText } from '#base';
import type { MachineEffect, PossibleEvent } from '#compile';
import { findState, type StateMachinePlan, transitionsOf } from '#plan';
import { causeText, shortValue } from '#projection';
import { useMedia } from '../state/useMedia';

/** U: an event that can be sent is called by its type; a timer by its delay, the end of an invocation by what ends. */
export function labelOfEvent(plan: StateMachinePlan, { kind, event, state, path }: PossibleEvent): string {
  if (kind === 'user' || kind === 'response') return event;
  const owner = state === null ? plan : findState(plan, state)?.state;
  if (owner === undefined) return event;
  if (kind === 'timer') {
    const placed = transitionsOf(owner).find((one) => one.path === path);
    return placed === undefined ? event : causeText(placed);
  }
  const invocation = owner.invoke?.[Number(path.split('/')[2])];
  const what = invocation?.capability ?? invocation?.plan ?? event;
  return `${what} ${kind === 'done' ? 'done' : 'failed'}`;
}

/** What a machine would have done, in one line. */
export function deedText(effect: MachineEffect): string {
  switch (effect.kind) {
    case 'publish':
      return `would publish ${effect.event}`;
    case 'invoke':
      return `would invoke ${effect.capability ?? effect.plan ?? effect.id}`;
    case 'call':
      return `would call ${effect.capability}`;
    case 'send':
      return `would send ${effect.event} to ${effect.to}`;
    case 'emit':
      return `would emit ${effect.event}`;
    case 'log':
      return `logs ${shortValue(effect.message)}`;
    case 'timer':
      return `waits ${durationText(effect.delayMs)}`;
    case 'assigned':
      return `${effect.variable} = ${shortValue(effect.value)}`;
    case 'result':
      return `results.${effect.state} = ${shortValue(effect.value)}`;
    case 'pause':
      return `pauses${effect.reason === null ? '' : `: ${effect.reason}`}`;
    case 'done':
      return `ends ${effect.outcome}: ${shortValue(effect.output)}`;
    default:
      return effect.kind;
  }
}

/** How events are looked at and sent here: a finger cannot hover. */
export function useEventWords(): string {
  return useMedia('(hover: none)') ? 'Tap one to send it.' : 'Hover to preview, click to send.';
}

import type { Json, JsonObject } from '#base';
import type { NodeOf } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../frame';
import { beginContainer, failNode, startTimeout, succeedNode } from '../node';
import { openRound } from '../scopes/scope';
import type { ScopeResult } from '../state';
import { fromInside, holds } from '../variables';
import type { Behaviour } from './behaviour';

type Loop = NodeOf<'LOOP'>;

/** LOOP: rounds one after another; `while` is tested before each, `until` after each (L1, L9). */
export const loop: Behaviour<'LOOP'> = {
  start: (draft, ref, node, attempt) => {
    beginContainer(draft, ref, attempt, { kind: 'calling' });
    startTimeout(draft, ref);
    goOn(draft, ref, node, 0, null);
  },
  onScopeEnd: afterRound,
};

/** A round has ended: another follows, or the loop is done with the value of this one (R21). */
function afterRound(draft: Draft, node: Loop, { ref, result, error }: ScopeResult): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'round') return;
  if (error !== null) failNode(draft, ref, error);
  else if (asks(draft, ref, node, node.params.until, work.round, false)) {
    goOn(draft, ref, node, work.round + 1, result);
  } else if (draft.isActive(ref)) succeedNode(draft, ref, { ports: ['out'], result });
}

/** `while` has the last word before a round; a round more than there may be is LOOP_LIMIT. */
function goOn(draft: Draft, ref: NodeRef, node: Loop, round: number, result: Json): void {
  const { maxIterations } = node.params;
  if (!asks(draft, ref, node, node.params.while, round, true)) {
    if (draft.isActive(ref)) succeedNode(draft, ref, { ports: ['out'], result });
  } else if (round < maxIterations) {
    openRound(draft, ref, round, { layered: false, locals: localsOf(node, round) });
  } else {
    failNode(draft, ref, {
      code: 'LOOP_LIMIT',
      message: `"${node.id}" was not done after ${maxIterations} rounds.`,
      help: 'Raise the most rounds it may have, or look why its condition never changes.',
    });
  }
}

/**
 * Whether a test asks for another round, as a test that is left out does. One that cannot be evaluated fails the loop at
 * once, and asks for none.
 */
function asks(
  draft: Draft,
  ref: NodeRef,
  node: Loop,
  test: string | undefined,
  round: number,
  wanted: boolean,
): boolean {
  if (test === undefined) return true;
  const held = holds(draft, fromInside(draft, ref, localsOf(node, round)), test);
  if (held.ok) return held.value === wanted;
  failNode(draft, ref, held.problem, { final: true });
  return false;
}

function localsOf({ params: { indexVariable } }: Loop, round: number): JsonObject | null {
  return indexVariable === undefined ? null : { [indexVariable]: round };
}

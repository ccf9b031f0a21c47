import { type Json, ok, type Result, withCall } from '#base';
import type { NodeOf } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { beginLeaf, failNode, issueTimeout, succeedNode } from '../node';
import { noteForeign } from '../taint';
import { holds, resolveInput } from '../variables';
import type { Signal } from '../work';
import type { Behaviour } from './behaviour';
import { dispatchSignal } from './signals';

/**
 * EVENT_WAIT: the first of its signals decides. A persistent wait takes the oldest kept signal that matches (R16);
 * else, and where it is transient, it waits, as long as `params.timeoutMs` says (L9).
 */
export const eventWait: Behaviour<'EVENT_WAIT'> = {
  start: (draft, ref, node, attempt) => {
    const input = resolveInput(draft, draft.frame(ref.frame), node);
    const address = beginLeaf(draft, ref, attempt, { kind: 'listening' }, input.ok ? input.value : undefined);
    if (!input.ok) {
      failNode(draft, ref, input.problem, { final: true });
      return;
    }
    if ((node.params.mode ?? 'persistent') === 'persistent' && takeKept(draft, ref)) return;
    const events = node.params.events.map(({ id, event }) => ({ id, event }));
    draft.emit({ address, data: { for: 'signal' }, kind: 'node.waiting' });
    draft.issue(ref, { address, events, kind: 'listen' });
    issueTimeout(draft, ref, withCall(address, 'timeout'), node.params.timeoutMs);
  },
  onSignal: (draft, ref, node, signal) => {
    const port = portFor(draft, ref, node, signal);
    if (!port.ok) {
      failNode(draft, ref, port.problem, { final: true });
      return 'failed';
    }
    if (port.value === null) return null;
    const { address } = draft.active(ref);
    draft.emit({ address, data: { event: signal.event }, kind: 'signal.taken' });
    draft.answered(address);
    noteForeign(draft, ref, null);
    succeedNode(draft, ref, { into: node.params.resultVariable, ports: [port.value], result: signal.data });
    return 'taken';
  },
  onTimeout: (draft, ref, { params }) => {
    succeedNode(draft, ref, { into: params.resultVariable, ports: ['timeout'], result: null });
  },
};

/** Offers the kept signals to a wait that starts, the oldest first; true when that settled it. */
function takeKept(draft: Draft, ref: NodeRef): boolean {
  for (const signal of draft.signals) {
    const heard = dispatchSignal(draft, ref, signal);
    if (!heard) continue;
    if (heard === 'taken') draft.signals = draft.signals.filter((other) => other !== signal);
    return true;
  }
  return false;
}

const HELP = 'Send what the condition reads, or let it ask first: has(event.data.n) && event.data.n > 3.';

/**
 * The port of the first of its events that the signal is; null where it is none of them. Conditions see the variables,
 * and `event` = `{type, data}` (L9).
 */
function portFor(
  draft: Draft,
  ref: NodeRef,
  node: NodeOf<'EVENT_WAIT'>,
  { event, data }: Signal,
): Result<string | null, RunError> {
  const extra: readonly (readonly [string, Json])[] = [['event', { data, type: event }]];
  for (const one of node.params.events) {
    if (one.event !== event) continue;
    const matches = one.when === undefined ? ok(true) : holds(draft, draft.frame(ref.frame), one.when, extra);
    if (matches.ok && matches.value) return ok(one.id);
    if (matches.ok) continue;
    if (!draft.has('unreadableDoesNotMatch')) return matches;
    // R16: what cannot be read is not what is waited for.
    const { code, message, help = HELP } = matches.problem;
    draft.refuse(
      draft.active(ref).address,
      code,
      `The signal "${event}" is not for "${one.id}". ${message}`,
      help,
    );
  }
  return ok(null);
}

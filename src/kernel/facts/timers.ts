import type { Address } from '#base';
import { mayGo, verdictOn } from '../budget';
import { failNode, succeedNode } from '../completion';
import type { Draft } from '../draft';
import type { NodeRef } from '../frame';
import { gateAllows } from '../gate';
import { timerOfMachine } from '../machine/dispatch';
import { startNode } from '../nodes/startNode';
import { ask, planningOf } from '../planning/plannerCalls';
import { cancelInside } from '../scopes/cancel';
import { openRound } from '../scopes/scope';

/** A timer came due. While the run is paused it waits its turn (R19). */
export function onTimer(draft: Draft, address: Address): void {
  const open = draft.commands.get(address);
  if (open === undefined || open.command.kind !== 'timer') {
    draft.late(address, 'timer.fired');
  } else if (gateAllows(draft, open)) fireTimer(draft, address);
  else if (!draft.due.includes(address)) draft.due = [...draft.due, address];
}

/** What a timer means for its node. */
export function fireTimer(draft: Draft, address: Address): void {
  const open = draft.commands.get(address);
  if (open === undefined || open.command.kind !== 'timer') return;
  const ref = { frame: open.frame, node: open.node };
  draft.answered(address);
  switch (open.command.purpose) {
    case 'retry':
      tryAgain(draft, ref);
      return;
    case 'timeout':
      timeOut(draft, ref, open.command.afterMs);
      return;
    case 'delay':
    case 'until':
      if (draft.active(ref).work.kind === 'machine') timerOfMachine(draft, ref, address);
      else succeedNode(draft, ref, { ports: ['out'] });
  }
}

function tryAgain(draft: Draft, ref: NodeRef): void {
  const { attempt, work } = draft.active(ref);
  if (work.kind === 'between') {
    openRound(draft, ref, work.round, { layered: true });
    return;
  }
  const planning = planningOf(draft, ref);
  if (planning !== null) {
    ask(draft, ref, planning);
    return;
  }
  if (mayGo(draft, verdictOn(draft, ref))) {
    startNode(draft, ref, attempt + 1);
    return;
  }
  draft.held = [...draft.held, { ...ref, what: { kind: 'attempt' } }];
}

/** L2 and L9: an attempt fails; a wait with an edge at `timeout` goes on from there. */
function timeOut(draft: Draft, ref: NodeRef, afterMs: number): void {
  const { node, ports } = draft.compiled(ref);
  const { work } = draft.active(ref);
  const isWait = work.kind === 'asking' || work.kind === 'listening';
  if (isWait && ports.includes('timeout')) {
    draft.behaviourOf(node).onTimeout?.(draft, ref, node);
    return;
  }
  cancelInside(draft, ref);
  failNode(draft, ref, {
    code: 'TIMEOUT',
    message: `${node.id} took longer than ${afterMs} ms.`,
    help: 'Raise its timeout, or let it be tried again.',
  });
}

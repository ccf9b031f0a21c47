import type { Json } from '#base';
import type { ScriptEvent } from './language';
import { leaveWithoutCancelled } from './leaving';
import { cancelScopes, cancelTurns } from './scopes';
import { allScopes, isUnsettled, type Run, say } from './state';
import { decide } from './types/plans';
import { wake } from './types/simple';
import { answer, hear, portFor } from './types/waits';

/** Something happens outside at its time (H4). */
export function happen(run: Run, event: ScriptEvent): void {
  if ('signal' in event) signal(run, event.signal, event.data);
  else if ('answer' in event) give(run, event.answer.address, event.answer.value);
  else if (event.command === 'cancel') cancelRun(run);
  else run.paused = event.command === 'pause';
}

/** R16: it first cancels, then is taken by the oldest matching wait, else kept. */
function signal(run: Run, event: string, data: Json): void {
  const turns = [...allScopes(run).flatMap((scope) => scope.turns), ...run.background];
  cancelTurns(
    run,
    turns.filter((turn) => turn.node.cancelOn === event && isUnsettled(turn)),
  );
  leaveWithoutCancelled(run);
  const taker = run.agenda
    .filter(({ what }) => what.kind === 'listen')
    .sort((a, b) => a.serial - b.serial)
    .find(({ turn }) => turn.awaits === event || portFor(turn, { event, data }) !== null);
  if (taker?.turn.awaits) wake(run, taker.turn);
  else if (taker) hear(run, taker.turn, { event, data });
  else run.signals.push({ event, data });
}

/** The attempt may be left out; an answer to a node that does not wait does nothing (L9). */
function give(run: Run, address: string, value: Json): void {
  const due = run.agenda.find(
    (one) => one.address === address || one.address.replace(/#\d+(?=$|!)/, '') === address,
  );
  if (due?.what.kind === 'answer') answer(run, due.turn, value);
  if (due?.what.kind === 'approval') decide(run, due.turn, value);
}

/** R17. */
function cancelRun(run: Run): void {
  if (run.root) cancelScopes(run, [run.root]);
  run.phase = 'cancelled';
  say(run, 'cancelled');
}

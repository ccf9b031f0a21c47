import { isObject, isUnsettled, listParam, openScopes, param, turnAt } from './find';
import { leaveWithoutCancelled } from './leaving';
import { call, evaluated, expect, Failed, holds, timer, withdrawOne } from './outside';
import { cancelTurns } from './scopes';
import { attempting, startTimeout, succeed } from './settle';
import type { Run, Signal, Turn } from './standing';
import type { Asks, Value } from './types';

/** A signal first cancels what it is named to cancel; then the oldest wait that it is for takes it, or it is kept (R16). */
export function signalled(run: Run, signal: Signal): void {
  const turns = openScopes(run).flatMap((scope) => scope.turns);
  cancelTurns(
    run,
    turns.filter((turn) => turn.node.cancelOn === signal.event && isUnsettled(run, turn)),
  );
  leaveWithoutCancelled(run);
  const waiting = Object.values(run.asked).filter(({ what }) => what === 'listen');
  const taken = waiting.some((place) => {
    const turn = turnAt(run, place);
    return turn !== null && isFor(run, turn, signal);
  });
  if (!taken) run.signals.push(signal);
}

/** Whether a wait took it. */
function isFor(run: Run, turn: Turn, signal: Signal): boolean {
  if (turn.awaits !== null) {
    if (turn.awaits !== signal.event) return false;
    wake(run, turn, signal.data);
    return true;
  }
  const port = portFor(run, turn, signal);
  if (port !== null) hear(run, turn, port, signal.data);
  return port !== null;
}

/** EVENT_WAIT: a persistent one takes the oldest signal that was kept (R16). */
export function startWait(run: Run, turn: Turn): void {
  turn.awaits = null;
  const isPersistent = param(turn.node, 'mode') !== 'transient';
  for (const kept of isPersistent ? run.signals : []) {
    const port = portFor(run, turn, kept);
    if (port === null) continue;
    run.signals = run.signals.filter((signal) => signal !== kept);
    hear(run, turn, port, kept.data);
    return;
  }
  expect(run, turn, turn.address, 'listen');
  startTimeout(run, turn);
}

function hear(run: Run, turn: Turn, port: string, data: Value): void {
  succeed(run, turn, { ports: [port], result: data });
}

/** The first of its events that the signal is, under its condition (L9); one that has no value does not match (R16). */
function portFor(run: Run, turn: Turn, { event, data }: Signal): string | null {
  for (const one of listParam(turn.node, 'events')) {
    if (!isObject(one) || one.event !== event) continue;
    const id = String(one.id);
    if (matches(run, turn, `events.${id}`, { type: event, data })) return id;
  }
  return null;
}

function matches(run: Run, turn: Turn, condition: string, event: Value): boolean {
  try {
    return holds(run, turn, condition, event) ?? true;
  } catch (cause) {
    if (cause instanceof Failed) return false;
    throw cause;
  }
}

/** The attempt goes on as a persistent wait for this event, within its own clock and perhaps one more (L7). */
export function awaitSignal(run: Run, turn: Turn, { event, timeoutMs }: NonNullable<Asks['waitFor']>): void {
  if (typeof event !== 'string' || !/^[A-Za-z]/.test(event))
    throw new Failed('RESULT_INVALID', 'It asked to wait for something that is no signal.');
  turn.awaits = event;
  const kept = run.signals.find((signal) => signal.event === event);
  if (kept !== undefined) {
    run.signals = run.signals.filter((signal) => signal !== kept);
    wake(run, turn, kept.data);
    return;
  }
  expect(run, turn, waitAt(turn), 'listen');
  if (typeof timeoutMs === 'number') timer(run, turn, `${waitAt(turn)}-timeout`, 'timeout', timeoutMs);
}

/** Its activity is called again, with what the signal brought. */
function wake(run: Run, turn: Turn, payload: Value): void {
  turn.awaits = null;
  withdrawOne(run, waitAt(turn));
  withdrawOne(run, `${waitAt(turn)}-timeout`);
  attempting(run, turn, () =>
    call(run, turn, 'call', { input: evaluated(run, turn, 'input') ?? null, payload }),
  );
}

function waitAt({ address }: Turn): string {
  return `${address}!wait`;
}

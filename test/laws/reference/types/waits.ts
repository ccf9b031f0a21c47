import { isJsonObject, type Json, type JsonObject } from '#base';
import { ask, attempting, begin, startTimeout, succeed, trying } from '../settle';
import type { Behaviour, Run, Turn } from '../state';
import { filled, holds } from '../values';

/** L9: a wait's timeout takes its port where an edge is there. */
function timedOut(run: Run, turn: Turn): boolean {
  const { scope, node } = turn;
  const hasEdge = scope.edges.some(({ from, port }) => from === node.id && port === 'timeout');
  if (hasEdge && !scope.isSequence)
    succeed(run, turn, { ports: ['timeout'], result: null, into: node.params?.resultVariable });
  return hasEdge && !scope.isSequence;
}

/** HUMAN_INPUT: waits for an answer that is none of the wrong ones (L9). */
export const HUMAN_INPUT: Behaviour = {
  start(run, turn) {
    begin(run, turn, true);
    filled(turn.scope, turn.node.params?.message ?? '', true);
    ask(run, turn, turn.address, { kind: 'answer' }, null);
    startTimeout(run, turn);
  },
  timedOut,
};

/** An answer with `decisions` names one of them; one that does not is refused, and the node goes on waiting. */
export function answer(run: Run, turn: Turn, value: Json): void {
  const { decisions = [] } = turn.node.params ?? {};
  if (decisions.length === 0) {
    succeed(run, turn, { result: value });
    return;
  }
  const decision = isJsonObject(value) ? value.decision : null;
  const known = decisions.find(({ id }) => id === decision);
  if (known) succeed(run, turn, { ports: [known.id], result: value });
}

/** EVENT_WAIT: the first of its events decides; a persistent one takes the oldest signal that was kept (R16). */
export const EVENT_WAIT: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const isPersistent = (turn.node.params?.mode ?? 'persistent') === 'persistent';
    const kept = isPersistent ? run.signals.find((signal) => portFor(turn, signal) !== null) : undefined;
    if (kept !== undefined) {
      run.signals = run.signals.filter((other) => other !== kept);
      hear(run, turn, kept);
      return;
    }
    ask(run, turn, turn.address, { kind: 'listen' }, null);
    startTimeout(run, turn);
  },
  timedOut,
};

interface Signal {
  readonly event: string;
  readonly data: Json;
}

/** The port of the event that a signal is to this wait; null when it is none. */
export function portFor(turn: Turn, { event: type, data }: Signal): string | null {
  const events = turn.node.params?.events ?? [];
  const found = events.find(
    ({ event, when }) =>
      event === type && (when === undefined || matches(turn, when, { event: { type, data } })),
  );
  return found?.id ?? null;
}

/** R16: a condition that has no value for a signal does not match it. */
function matches({ scope }: Turn, when: string, names: JsonObject): boolean {
  const value = trying(() => holds(scope, when, names));
  return 'value' in value && value.value;
}

export function hear(run: Run, turn: Turn, signal: Signal): void {
  attempting(run, turn, () =>
    succeed(run, turn, {
      ports: [portFor(turn, signal) ?? ''],
      result: signal.data,
      into: turn.node.params?.resultVariable,
    }),
  );
}

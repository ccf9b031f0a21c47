import type { Json } from '#base';
import { onlyLeadTo } from '../edges';
import type { Outcome } from '../language';
import { breakOut, leaveTo } from '../leaving';
import { cancelTurns, endScope } from '../scopes';
import { ask, begin, call, fail, startTimeout, succeed } from '../settle';
import { type Behaviour, type Due, isUnsettled, type Run, type Turn } from '../state';
import { filled, holds, readVariable } from '../values';

const through: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    succeed(run, turn);
  },
};

export const START = through;
export const FORK = through;

/** R6, R7. */
export const JOIN: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    if ((turn.node.params?.rest ?? 'cancel') === 'cancel') cancelTurns(run, onlyLeadTo(turn));
    succeed(run, turn);
  },
};

export const IF: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    succeed(run, turn, { ports: [holds(turn.scope, turn.node.params?.condition ?? '') ? 'then' : 'else'] });
  },
};

/** R5: the first case that matches, or with `all` every one; else `default`. */
export const SWITCH: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const { cases = [], all = false } = turn.node.params ?? {};
    const matches: string[] = [];
    for (const { id, when } of cases) {
      if (matches.length > 0 && !all) break;
      if (holds(turn.scope, when)) matches.push(id);
    }
    succeed(run, turn, { ports: matches.length > 0 ? matches : ['default'] });
  },
};

export const FILL_TEMPLATE: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    succeed(run, turn, { result: filled(turn.scope, turn.node.params?.template ?? '', true) });
  },
};

/** K2: one call per attempt. */
export const CAPABILITY: Behaviour = {
  start(run, turn) {
    begin(run, turn, true);
    turn.awaits = null;
    call(run, turn);
    startTimeout(run, turn);
  },
  came(run, turn, { what }) {
    if (what.kind !== 'call') return;
    const { error, waitFor, break: breaks, output = null } = what.outcome;
    if (error) fail(run, turn, error);
    else if (waitFor) awaitSignal(run, turn, waitFor);
    else if (breaks === undefined) succeed(run, turn, { result: output });
    else if (succeed(run, turn, { ports: [], result: output }) && !turn.inBackground)
      breakOut(run, turn.scope, breaks);
  },
};

/** L7: the attempt goes on as a persistent wait for that event. */
function awaitSignal(run: Run, turn: Turn, { event, timeoutMs }: NonNullable<Outcome['waitFor']>): void {
  turn.awaits = event;
  const kept = run.signals.find((signal) => signal.event === event);
  if (kept) {
    run.signals = run.signals.filter((signal) => signal !== kept);
    wake(run, turn);
    return;
  }
  ask(run, turn, `${turn.address}!wait`, { kind: 'listen' }, null);
  if (timeoutMs !== undefined) ask(run, turn, waitTimeout(turn), { kind: 'timeout' }, timeoutMs);
}

/** L7: at the signal its call leaves again, when the run goes on (R19); the clock of the attempt goes on. */
export function wake(run: Run, turn: Turn): void {
  turn.awaits = null;
  const over = [`${turn.address}!wait`, waitTimeout(turn)];
  run.agenda = run.agenda.filter(({ address }) => !over.includes(address));
  run.overdue = run.overdue.filter(({ address }) => !over.includes(address));
  if (run.paused) run.held.push({ turn, afterMs: 0, kind: 'again' });
  else call(run, turn);
}

function waitTimeout({ address }: Turn): string {
  return `${address}!wait-timeout`;
}

/** V3: its evaluation is a command; these laws use names of variables only, which JSONata reads as they are. */
export const TRANSFORM: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const output = readVariable(turn.scope, turn.node.params?.expression ?? '') ?? null;
    ask(run, turn, turn.address, { kind: 'call', outcome: { afterMs: 0, output } }, 0);
    startTimeout(run, turn);
  },
  came: (run, turn, { what }) => {
    if (what.kind === 'call') succeed(run, turn, { result: what.outcome.output ?? null });
  },
};

export const DELAY: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    ask(run, turn, `${turn.address}!delay`, { kind: 'delay' }, turn.node.params?.forMs ?? 0);
    startTimeout(run, turn);
  },
  came: (run, turn, _due: Due) => succeed(run, turn),
};

/** R16: the named unsettled nodes of its scope, and in an ASYNC GROUP of all open branches. */
export const CANCEL: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const { owner, part } = turn.scope;
    const scopes = part === 'branch' && owner?.node.type === 'GROUP' ? owner.inside : [turn.scope];
    const named = new Set(turn.node.params?.nodes ?? []);
    const reached = scopes.flatMap(({ turns }) => [...turns, ...awayFrom(run, turns)]);
    cancelTurns(
      run,
      reached.filter((one) => named.has(one.node.id.replace('@1', '')) && isUnsettled(one)),
    );
    if (turn.status === 'active') succeed(run, turn);
  },
};

/** L2: nodes of a scope that go on in the background. */
function awayFrom(run: Run, turns: readonly Turn[]): Turn[] {
  return run.background.filter(({ scope }) => scope.turns === turns);
}

/** R15: ends its scope, or the plan, or the run. */
export const END: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const { result: template, ends = 'scope' } = turn.node.params ?? {};
    const result: Json | undefined = template === undefined ? undefined : filled(turn.scope, template);
    succeed(run, turn, { ports: [], ...(result === undefined ? {} : { result }) });
    if (ends === 'scope') endScope(run, turn.scope, result);
    else leaveTo(run, turn.scope, ends, result);
  },
};

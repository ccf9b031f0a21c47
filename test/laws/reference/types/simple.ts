import type { Json } from '#base';
import { baseAddress } from '../addresses';
import { onlyLeadTo } from '../edges';
import { type Outcome, outcomeOf } from '../language';
import { leaveTo } from '../leaving';
import { cancelTurns, endScope } from '../scopes';
import { ask, begin, fail, startTimeout, succeed } from '../settle';
import type { Behaviour, Due, Run, Turn } from '../state';
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
    call(run, turn, outcomeOf(run.script, baseAddress(turn), turn.attempt));
  },
  came: (run, turn, { what }) => {
    if (what.kind === 'call') came(run, turn, what.outcome);
  },
};

/** V3: its evaluation is a command; these laws use names of variables only, which JSONata reads as they are. */
export const TRANSFORM: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const output = readVariable(turn.scope, turn.node.params?.expression ?? '') ?? null;
    call(run, turn, { afterMs: 0, output });
  },
  came: (run, turn, { what }) => {
    if (what.kind === 'call') came(run, turn, what.outcome);
  },
};

function call(run: Run, turn: Turn, outcome: Outcome): void {
  ask(run, turn, turn.address, { kind: 'call', outcome }, outcome.afterMs);
  startTimeout(run, turn);
}

function came(run: Run, turn: Turn, { error, output = null }: Outcome): void {
  if (error) fail(run, turn, error);
  else succeed(run, turn, { result: output });
}

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
      reached.filter(
        ({ node, status }) =>
          named.has(node.id.replace('@1', '')) && (status === 'pending' || status === 'active'),
      ),
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

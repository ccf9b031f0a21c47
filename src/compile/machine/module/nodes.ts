import { beginContainer } from './containers';
import { onlyLeadTo } from './edges';
import { numberParam, ownerOf, param, scopeOf, scopeOfTurn, textParam, write } from './find';
import { cancelTurns, endScope, leaveTo } from './scopes';
import { attempting, begin, call, evaluated, Failed, fail, isObject, startTimeout, succeed } from './settle';
import type { Run, Turn, Value } from './types';

/** An attempt of a node starts (L2). */
export function startTurn(run: Run, turn: Turn): void {
  attempting(run, turn, () => {
    if (turn.node.disabled !== 'pass') start(run, turn);
    else {
      begin(run, turn);
      succeed(run, turn, { result: evaluated(run, turn, 'input') ?? null });
    }
  });
}

function start(run: Run, turn: Turn): void {
  if (beginContainer(run, turn)) return;
  begin(run, turn);
  switch (turn.node.type) {
    case 'START':
    case 'FORK':
      succeed(run, turn);
      return;
    case 'JOIN':
      if (textParam(turn.node, 'rest', 'cancel') === 'cancel')
        cancelTurns(run, onlyLeadTo(scopeOfTurn(run, turn), turn));
      succeed(run, turn);
      return;
    case 'IF':
      succeed(run, turn, { ports: [evaluated(run, turn, 'condition') === true ? 'then' : 'else'] });
      return;
    case 'SWITCH':
      succeed(run, turn, { ports: casesOf(run, turn) });
      return;
    case 'FILL_TEMPLATE':
      succeed(run, turn, { result: evaluated(run, turn, 'template') ?? null });
      return;
    case 'CANCEL':
      cancelNamed(run, turn);
      return;
    case 'END':
      end(run, turn);
      return;
    default:
      call(run, turn);
      startTimeout(run, turn);
  }
}

/** The first case that matches, or with `all` every one; else `default` (R5). */
function casesOf(run: Run, turn: Turn): readonly string[] {
  const cases = param(turn.node, 'cases');
  const matches: string[] = [];
  for (const one of Array.isArray(cases) ? cases : []) {
    // The steps of a dynamic plan come with their cases as they are written in documents.
    const id = String(isObject(one) ? one.id : one);
    if (matches.length > 0 && param(turn.node, 'all') !== true) break;
    if (evaluated(run, turn, `cases.${id}`) === true) matches.push(id);
  }
  return matches.length > 0 ? matches : ['default'];
}

/** The named unsettled nodes of its scope, and in an ASYNC GROUP of all open branches (R16). */
function cancelNamed(run: Run, turn: Turn): void {
  const scope = scopeOfTurn(run, turn);
  const owner = ownerOf(run, scope);
  const isBranch = scope.part === 'branch' && owner?.node.type === 'GROUP';
  const scopes = isBranch ? owner.inside.flatMap((id) => scopeOf(run, id)) : [scope];
  const named = param(turn.node, 'nodes');
  const names: readonly Value[] = Array.isArray(named) ? named : [];
  const reached = scopes.flatMap(({ turns }) => turns);
  cancelTurns(
    run,
    reached.filter(
      ({ node, status }) =>
        names.includes(node.id.replace('@1', '')) && (status === 'pending' || status === 'active'),
    ),
  );
  if (turn.status === 'active') succeed(run, turn);
}

/** Ends its scope, or the plan, or the run (R15). */
function end(run: Run, turn: Turn): void {
  const result = evaluated(run, turn, 'result');
  const scope = scopeOfTurn(run, turn);
  succeed(run, turn, { ports: [], ...(result === undefined ? {} : { result }) });
  const ends = textParam(turn.node, 'ends', 'scope');
  if (ends === 'scope') endScope(run, scope, result);
  else leaveTo(run, scope, ends, result);
}

/** What a node asked for has come: its value, which may choose its port (R5, L9). */
export function came(run: Run, turn: Turn, value: Value): void {
  const { node } = turn;
  switch (node.type) {
    case 'PLANNER':
      write(run, scopeOfTurn(run, turn), { [textParam(node, 'planVariable', 'dynamicPlan')]: value });
      succeed(run, turn, { result: value });
      return;
    case 'HUMAN_INPUT': {
      const decision = isObject(value) ? value.decision : undefined;
      const ports = param(node, 'decisions') === undefined ? ['out'] : [String(decision)];
      succeed(run, turn, { ports, result: value });
      return;
    }
    case 'EVENT_WAIT':
      succeed(run, turn, {
        ports: [isObject(value) ? String(value.event) : ''],
        result: isObject(value) ? (value.data ?? null) : null,
      });
      return;
    case 'LLM_DECISION':
      succeed(run, turn, { ports: [String(value)], result: value });
      return;
    case 'EVALUATION':
      if (typeof value !== 'number') throw new Failed('RESULT_INVALID', 'A score is a number.');
      succeed(run, turn, {
        ports: [value >= numberParam(node, 'threshold', 0.5) ? 'pass' : 'fail'],
        result: value,
      });
      return;
    case 'DELAY':
      succeed(run, turn);
      return;
    default:
      succeed(run, turn, { result: value });
  }
}

/** An attempt fails with TIMEOUT; a wait goes on by its port (L9). */
export function timedOut(run: Run, turn: Turn): void {
  const scope = scopeOfTurn(run, turn);
  const isWait = turn.node.type === 'HUMAN_INPUT' || turn.node.type === 'EVENT_WAIT';
  const hasEdge = scope.edges.some(({ from, port }) => from === turn.node.id && port === 'timeout');
  if (isWait && hasEdge && !scope.isSequence) succeed(run, turn, { ports: ['timeout'], result: null });
  else fail(run, turn, { code: 'TIMEOUT', message: 'It took too long.' });
}

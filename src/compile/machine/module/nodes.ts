import { beginContainer } from './containers';
import {
  insideOf,
  isObject,
  isUnsettled,
  listParam,
  namedBy,
  numberParam,
  onlyLeadTo,
  openScopes,
  ownerOf,
  param,
  plainId,
  scopeOfTurn,
  textParam,
  turnAt,
  write,
} from './find';
import { NODE_FACTS } from './nodeFacts';
import { call, evaluated, expect, Failed, holds, timer, withdrawOne } from './outside';
import { breakOut, cancelTurns, endScope, leaveTo, leaveWithoutCancelled } from './scopes';
import { attempting, begin, fail, startTimeout, succeed } from './settle';
import { Answer, type Asks, type Run, type Signal, type Turn, type Value } from './standing';

/** An attempt of a node starts (L2). */
export function startAttempt(run: Run, turn: Turn): void {
  attempting(run, turn, () => {
    if (!beginContainer(run, turn)) startLeaf(run, turn);
  });
}

/** `disabled: pass` gives its input as its result (L2). */
export function passThrough(run: Run, turn: Turn): void {
  attempting(run, turn, () => {
    begin(run, turn);
    succeed(run, turn, { result: evaluated(run, turn, 'input') ?? null });
  });
}

function startLeaf(run: Run, turn: Turn): void {
  begin(run, turn);
  const starts = STARTS[turn.node.type] ?? work;
  starts(run, turn);
}

/** What the engine does by itself; any other leaf is an activity, or a time that passes. */
const STARTS: { readonly [type: string]: ((run: Run, turn: Turn) => void) | undefined } = {
  START: (run, turn) => void succeed(run, turn),
  FORK: (run, turn) => void succeed(run, turn),
  JOIN(run, turn) {
    if (textParam(turn.node, 'rest', 'cancel') === 'cancel')
      cancelTurns(run, onlyLeadTo(run, scopeOfTurn(run, turn), turn));
    succeed(run, turn);
  },
  IF: (run, turn) => void succeed(run, turn, { ports: [asked(run, turn, 'condition') ? 'then' : 'else'] }),
  SWITCH: (run, turn) => void succeed(run, turn, { ports: casesOf(run, turn) }),
  FILL_TEMPLATE: (run, turn) => void succeed(run, turn, { result: evaluated(run, turn, 'template') ?? null }),
  CANCEL: cancelNamed,
  END: end,
  EVENT_WAIT: startWait,
};

/** The call of a leaf leaves before its clock starts (L2). A DELAY is a timer alone. */
function work(run: Run, turn: Turn): void {
  turn.awaits = null;
  if (turn.node.type === 'DELAY') timer(run, turn, `${turn.address}!delay`, 'delay', delayOf(run, turn));
  else call(run, turn, 'call', { input: evaluated(run, turn, 'input') ?? null });
  startTimeout(run, turn);
}

/** What is over already, or no time at all, is not waited for. */
function delayOf(run: Run, { node }: Turn): number {
  const until = textParam(node, 'until', '');
  const ms = until === '' ? numberParam(node, 'forMs', 0) : (run.given.msUntil?.(until) ?? 0);
  return Math.max(ms, 0) || 0;
}

function asked(run: Run, turn: Turn, what: string): boolean {
  const answer = holds(run, turn, what);
  if (answer === undefined) throw new Failed('EXPRESSION_ERROR', `There is no expression "${what}".`);
  return answer;
}

/** The first case that matches, or with `all` every one; else `default` (R5). */
function casesOf(run: Run, turn: Turn): readonly string[] {
  const matches: string[] = [];
  for (const one of listParam(turn.node, 'cases')) {
    // The steps of a dynamic plan come with their cases as they are written in documents.
    const id = String(isObject(one) ? one.id : one);
    if (matches.length > 0 && param(turn.node, 'all') !== true) break;
    if (asked(run, turn, `cases.${id}`)) matches.push(id);
  }
  return matches.length > 0 ? matches : ['default'];
}

/** The named unsettled nodes of its scope, in an ASYNC GROUP of all open branches, and what was sent away (R16). */
function cancelNamed(run: Run, turn: Turn): void {
  const scope = scopeOfTurn(run, turn);
  const owner = ownerOf(run, scope);
  const isBranch = scope.part === 'branch' && owner?.node.type === 'GROUP';
  const scopes = isBranch ? insideOf(run, owner) : [scope];
  const names = namedBy(turn.node);
  const away = openScopes(run).filter(({ from }) => scopes.some(({ id }) => id === from));
  cancelTurns(
    run,
    [...scopes, ...away]
      .flatMap(({ turns }) => turns)
      .filter((one) => names.has(plainId(one.node)) && isUnsettled(run, one)),
  );
  if (turn.status === 'active') succeed(run, turn);
}

/** Ends its scope, or the plan, or the run (R15). */
function end(run: Run, turn: Turn): void {
  const result = evaluated(run, turn, 'result');
  const scope = scopeOfTurn(run, turn);
  succeed(run, turn, { ports: [], ...(result === undefined ? {} : { result }) });
  const ends = textParam(turn.node, 'ends', 'scope');
  if (ends === 'scope') endScope(run, scope, { result });
  else leaveTo(run, scope, ends, result);
}

/** What a node called for has come: its value, which may choose its port (R5, L9). */
export function came(run: Run, turn: Turn, given: Value | Answer): void {
  const { value, asks } = given instanceof Answer ? given : { value: given, asks: {} };
  const comes = COMES[turn.node.type];
  if (comes === undefined) succeed(run, turn, { result: value });
  else comes(run, turn, value, asks);
}

type Came = (run: Run, turn: Turn, value: Value, asks: Answer['asks']) => void;

/** Whose value decides what comes next; any other succeeds with it. */
const COMES: { readonly [type: string]: Came | undefined } = {
  CAPABILITY: cameWith,
  PLANNER(run, turn, value) {
    write(run, scopeOfTurn(run, turn), { [textParam(turn.node, 'planVariable', 'dynamicPlan')]: value });
    succeed(run, turn, { result: value });
  },
  HUMAN_INPUT(run, turn, value) {
    const decisions = listParam(turn.node, 'decisions').flatMap((one) => (isObject(one) ? [one.id] : []));
    const decision = isObject(value) ? value.decision : undefined;
    if (decisions.length > 0 && !decisions.includes(decision))
      throw new Failed('RESULT_INVALID', 'It names none of the decisions.');
    succeed(run, turn, { ports: [decisions.length > 0 ? String(decision) : 'out'], result: value });
  },
  LLM_DECISION(run, turn, value) {
    if (!listParam(turn.node, 'choices').some((one) => isObject(one) && one.id === value))
      throw new Failed('RESULT_INVALID', 'It names none of the choices.');
    succeed(run, turn, { ports: [String(value)], result: value });
  },
  EVALUATION(run, turn, value) {
    if (typeof value !== 'number') throw new Failed('RESULT_INVALID', 'A score is a number.');
    const ports = [value >= numberParam(turn.node, 'threshold', 0.5) ? 'pass' : 'fail'];
    succeed(run, turn, { ports, result: value });
  },
};

/** Only a CAPABILITY may end what is around it, or wait for a signal (L7). */
function cameWith(run: Run, turn: Turn, result: Value, { break: breaks, waitFor }: Answer['asks']): void {
  const scope = scopeOfTurn(run, turn);
  if (waitFor !== undefined) awaitSignal(run, turn, waitFor);
  else if (breaks === undefined) succeed(run, turn, { result });
  else if (succeed(run, turn, { ports: [], result })) breakOut(run, scope, breaks);
}

/** An attempt fails with TIMEOUT; a wait goes on by its port (L9). */
export function timedOut(run: Run, turn: Turn): void {
  const scope = scopeOfTurn(run, turn);
  const { boundsItself } = NODE_FACTS[turn.node.type] ?? {};
  const hasEdge = scope.edges.some(({ from, port }) => from === turn.node.id && port === 'timeout');
  if (boundsItself && hasEdge && !scope.isSequence) succeed(run, turn, { ports: ['timeout'], result: null });
  else fail(run, turn, { code: 'TIMEOUT', message: 'It took too long.' });
}

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

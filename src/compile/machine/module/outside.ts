import { isSame, plainId, scopeOfTurn, seenFrom, stepsAround } from './find';
import type { Call, Failure, Place, Retry, Run, Turn, Value, Variables, What } from './standing';

/** What an expression throws, and what else fails an attempt. */
export class Failed extends Error {
  readonly code: string;
  /** No other attempt can come to something else. */
  readonly isFinal: boolean;

  constructor(code: string, message: string, isFinal = false) {
    super(message);
    this.code = code;
    this.isFinal = isFinal;
  }
}

/** Does what may fail, and deals with the failure; any other error goes on. */
export function trying(does: () => void, otherwise: (failure: Failure, isFinal: boolean) => void): void {
  try {
    does();
  } catch (cause) {
    if (!(cause instanceof Failed)) throw cause;
    otherwise({ code: cause.code, message: cause.message }, cause.isFinal);
  }
}

/** What code of the host gives; what it throws fails the attempt. */
export function fromHost<Given>(code: string, compute: () => Given): Given {
  try {
    return compute();
  } catch (cause) {
    throw new Failed(code, cause instanceof Error ? cause.message : String(cause));
  }
}

/** The value of an expression of a node; undefined where there is none of that name. */
export function evaluated(
  run: Run,
  turn: Turn,
  what: string,
  value: Value = null,
  locals: Variables = {},
): Value | undefined {
  const { prefix } = scopeOfTurn(run, turn);
  return computed(run, turn, `${prefix}${plainId(turn.node)}.${what}`, value, locals);
}

/** The value of an expression by its whole name, as a node sees the variables. */
export function computed(
  run: Run,
  turn: Turn,
  name: string,
  value: Value,
  locals: Variables = {},
): Value | undefined {
  const expression = run.given.expressions[name];
  if (expression === undefined) return undefined;
  const scope = scopeOfTurn(run, turn);
  const seen = { ...seenFrom(run, scope), ...turn.writes, ...locals };
  return fromHost('EXPRESSION_ERROR', () => expression(seen, value, stepsAround(run, scope) ?? {}));
}

/** A condition; undefined where there is none of that name. */
export function holds(
  run: Run,
  turn: Turn,
  what: string,
  value: Value = null,
  locals: Variables = {},
): boolean | undefined {
  const answer = evaluated(run, turn, what, value, locals);
  if (answer === undefined || typeof answer === 'boolean') return answer;
  throw new Failed('EXPRESSION_ERROR', `"${what}" is neither true nor false.`);
}

/** Parameters that are filled from the variables where the node has them as expressions. */
const FILLED = ['message', 'goal', 'question', 'prompt'];

/** One call of the outside, by the node's own name or by that of a question about it. */
export function call(
  run: Run,
  turn: Turn,
  what: What,
  { activity, address, ...more }: { activity?: string; address?: string } & Partial<Call> = {},
): void {
  const at = address ?? turn.address;
  expect(run, turn, at, what);
  run.effects.push({
    kind: 'call',
    activity: activity ?? `${scopeOfTurn(run, turn).prefix}${plainId(turn.node)}`,
    call: { ...about(run, turn), ...more, address: at },
  });
}

/** A state machine of its own, which answers when it is done. */
export function startMachine(run: Run, turn: Turn, machine: string, input: Value): void {
  const { address } = turn;
  if (run.given.machines?.[machine] === undefined)
    throw new Failed('PLAN_UNKNOWN', `No machine "${machine}" was given.`, true);
  expect(run, turn, address, 'machine');
  run.effects.push({ kind: 'machine', machine, address, input });
}

/** Tells something that nobody answers. */
export function tell(run: Run, turn: Turn, activity: string, address: string, input: Value): void {
  run.effects.push({ kind: 'tell', activity, call: { ...about(run, turn), address, input } });
}

function about(run: Run, turn: Turn): Call {
  const { node, attempt, address } = turn;
  const filled = FILLED.flatMap((name) => {
    const value = evaluated(run, turn, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    node: plainId(node),
    type: node.type,
    address,
    attempt,
    input: null,
    variables: { ...seenFrom(run, scopeOfTurn(run, turn)), ...turn.writes },
    params: { ...node.params, ...Object.fromEntries(filled) },
  };
}

export function timer(run: Run, turn: Turn, address: string, what: What, delayMs: number): void {
  expect(run, turn, address, what);
  run.effects.push({ kind: 'timer', address, delayMs });
}

/** Something is out: what comes back to this address is for this node. */
export function expect(run: Run, { scope, place }: Place, address: string, what: What): void {
  delete run.asked[address];
  run.asked[address] = { scope, place, what };
}

/** Nobody waits for it any more. */
export function withdrawOne(run: Run, address: string): void {
  const asked = run.asked[address];
  if (asked === undefined) return;
  delete run.asked[address];
  run.effects.push({ kind: 'withdraw', address, what: asked.what });
}

/** Everything that a node has out. */
export function withdraw(run: Run, turn: Place): void {
  for (const [address, asked] of Object.entries(run.asked))
    if (isSame(asked, turn)) withdrawOne(run, address);
}

const NEVER_MENDED = new Set(
  'EXPRESSION_ERROR INPUT_INVALID CAPABILITY_UNKNOWN CAPABILITY_NOT_ALLOWED MODEL_UNKNOWN MODEL_UNAUTHORIZED CONNECTION_MISSING CANNOT_PLAN PLAN_DECLINED REJECTED'.split(
    ' ',
  ),
);

export function isMendable(code: string, { nonRetryable = [] }: Retry): boolean {
  return !NEVER_MENDED.has(code) && !nonRetryable.includes(code);
}

/** min(initial × coefficient^(n−1), max), by default 1000, 2 and no cap, moved by the jitter (L2). */
export function waitAfter(run: Run, attempt: number, retry: Retry, address: string): number {
  const { initialIntervalMs = 1000, backoffCoefficient = 2, maxIntervalMs = Infinity, jitter = 0 } = retry;
  const wait = Math.min(initialIntervalMs * backoffCoefficient ** (attempt - 1), maxIntervalMs);
  const { random } = run.given;
  return Math.round(
    random === undefined || jitter === 0 ? wait : wait * (1 + jitter * (2 * random(address) - 1)),
  );
}

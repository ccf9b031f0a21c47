import { type Address, type Diagnostic, inCanonicalOrder, ok, type Result, withoutAttempt } from '#base';
import {
  type Closure,
  type Command,
  type Commit,
  type Entry,
  modelAskedBy,
  needOf,
  recordOf,
  seal,
  step,
} from '#kernel';
import { catalogueOf } from '../closure';
import { firstFact } from '../firstFact';
import type { Capabilities } from '../ports';
import type { Branch } from './retryOf';

/**
 * Why a step is called again: `changed` when its definition or its input is another than that of its recorded success,
 * `chosen` when its success was left out of the record (`runFromOf`).
 */
export type Because = 'failed' | 'unfinished' | 'changed' | 'chosen' | 'not run';

/** What a branch does before anything outside has answered it. All addresses are of nodes, without attempt. */
export interface Foreseen {
  /** Its ledger up to there. */
  readonly commits: readonly Commit[];
  /** Steps that are served from the record, in the order in which they were answered. */
  readonly reused: readonly Address[];
  /** Steps that are called at once. */
  readonly again: readonly { readonly address: Address; readonly because: Because }[];
  /** Those, then the others that the earlier run had called and the record does not answer for, in its order. */
  readonly called: readonly Address[];
  /** Steps that may have changed something outside: they are asked about before they are called again (D11). */
  readonly asks: readonly Address[];
  /** Others that may have changed something outside, and are not reused: they are asked about where the run comes to them. */
  readonly mayAsk: readonly Address[];
  /** Who is asked by those two, and what that may cost. */
  readonly counts: CallCounts;
  readonly price: Price;
  /** Recorded successes that come after those: they are served where their input is the same then. */
  readonly later: readonly Address[];
}

/**
 * Runs a branch up to the point where it has to ask somebody, without asking: no command leaves, and nothing is kept.
 *
 * @param earlier the ledger of the run that it comes from
 * @returns what it would do, or every reason why it cannot start
 */
export function foresee(
  branch: Branch,
  earlier: readonly Commit[],
  capabilities: Capabilities,
): Result<Foreseen, readonly Diagnostic[]> {
  const catalogue = catalogueOf(branch.workspace, capabilities);
  const started = firstFact({ ...branch, runId: 'foreseen' }, catalogue);
  if (!started.ok) return started;
  const fact = inCanonicalOrder(started.value);
  const { entries } = step(null, fact);
  const commits = [seal(null, { at: 0, fact, entries })];
  const asked = questionsIn(entries);
  const { served } = branch.reuse;
  const used = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'served' && 'record' in entry.data ? [entry.data.record] : [],
    ),
  );
  const asks = nodesOf(entries.flatMap((entry) => (entry.kind === 'node.uncertain' ? [entry.address] : [])));
  const called = nodesOf(asked.map(({ address }) => address));
  const repeated = entries.flatMap((entry) =>
    entry.kind === 'node.uncertain' && entry.data.again !== undefined ? [entry.data.again] : [],
  );
  const commands = [...asked, ...repeated];
  const reused = nodesOf([...used].flatMap((place) => served[place]?.address ?? []));
  const open = new Set([...asks, ...called]);
  const known = new Set(served.map(({ address }) => withoutAttempt(address)));
  const ends = endsOf(earlier);
  const later = nodesOf(served.flatMap((one, place) => (used.has(place) ? [] : [one.address]))).filter(
    (address) => !open.has(address) && !reused.includes(address),
  );
  const recorded = new Set([...reused, ...later]);
  return ok({
    commits,
    reused: reused.filter((address) => !open.has(address)),
    again: called.map((address) => ({
      address,
      because: known.has(address) ? 'changed' : (ends.get(address) ?? 'not run'),
    })),
    called: [...new Set([...called, ...askedIn(earlier)])].filter((address) => !recorded.has(address)),
    asks,
    mayAsk: nodesOf(branch.reuse.called ?? []).filter(
      (address) => !asks.includes(address) && !reused.includes(address),
    ),
    counts: countsOf(commands, fact.closure),
    price: priceOf(commands, fact.closure),
    later,
  });
}

/** What somebody outside, a model, a tool or a person, is asked, and was not withdrawn in the same moment. */
function questionsIn(entries: readonly Entry[]): readonly Command[] {
  const open = new Map<Address, Command>();
  for (const entry of entries) {
    if (entry.kind !== 'command') continue;
    const { command } = entry.data;
    if (command.kind === 'cancel') open.delete(command.address);
    else if (ASKED.has(command.kind)) open.set(command.address, command);
  }
  return [...open.values()];
}

const ASKED: ReadonlySet<Command['kind']> = new Set<Command['kind']>(['call', 'plan', 'wait', 'listen']);

/** The steps that a run asked somebody outside for, or that the record of another answered for it. */
function askedIn(commits: readonly Commit[]): readonly Address[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) => (isAsked(entry) ? [withoutAttempt(entry.address)] : [])),
  );
}

function isAsked(entry: Entry): boolean {
  return entry.kind === 'command' ? ASKED.has(entry.data.command.kind) : entry.kind === 'served';
}

function nodesOf(addresses: readonly Address[]): readonly Address[] {
  return [...new Set(addresses.map(withoutAttempt))];
}

/** What became of the nodes of a run. */
function endsOf(commits: readonly Commit[]): ReadonlyMap<Address, Because> {
  const ends = new Map<Address, Because>();
  for (const { entries } of commits)
    for (const { kind, address } of entries) {
      if (kind === 'node.started') ends.set(withoutAttempt(address), 'unfinished');
      else if (kind === 'node.failed') ends.set(withoutAttempt(address), 'failed');
      else if (kind === 'node.succeeded') ends.set(withoutAttempt(address), 'chosen');
    }
  return ends;
}

/** How many calls of each kind leave: whom a branch asks. */
export interface CallCounts {
  readonly models: number;
  readonly planners: number;
  readonly tools: number;
  readonly people: number;
  readonly events: number;
}

/**
 * What calls may cost: `none` where no model is asked, `most` where each price and the length of each reply is bounded, `open` where a
 * price is known and no length, `unknown` where a model has no price (K10).
 */
export type Price =
  | { readonly kind: 'none' | 'unknown' | 'open' }
  | { readonly kind: 'most'; readonly microUnits: number; readonly currency: string };

function countsOf(commands: readonly Command[], closure: Closure): CallCounts {
  const counts = { models: 0, planners: 0, tools: 0, people: 0, events: 0 };
  for (const command of commands) counts[kindOf(command, closure)]++;
  return counts;
}

/** What commands that leave may cost at the most, by the prices of their run. */
function priceOf(commands: readonly Command[], closure: Closure): Price {
  const asking = commands.filter((command) => modelAskedBy(command, closure) !== undefined);
  if (asking.length === 0) return { kind: 'none' };
  const needs = asking.map((command) => needOf(command, closure).microUnits);
  const currencies = new Set(asking.map((command) => currencyOf(command, closure)));
  const [currency] = currencies;
  if (needs.includes(null) || currency === undefined || currencies.size > 1) return { kind: 'unknown' };
  const microUnits = needs.reduce<number>((sum, need) => sum + (need ?? 0), 0);
  return Number.isFinite(microUnits) ? { kind: 'most', microUnits, currency } : { kind: 'open' };
}

function currencyOf(command: Command, closure: Closure): string | undefined {
  const id = modelAskedBy(command, closure);
  const { models } = closure;
  const model = id === null ? models[0] : models.find((one) => one.id === id);
  return model?.price?.currency;
}

function kindOf(command: Command, closure: Closure): keyof CallCounts {
  if (command.kind === 'plan') return 'planners';
  if (command.kind === 'wait') return 'people';
  if (command.kind === 'listen') return 'events';
  return modelAskedBy(command, closure) === undefined ? 'tools' : 'models';
}

/** What a fork comes to (D3), as far as the record tells. All addresses are of nodes, without attempt. */
export interface ForeseenFork extends Foreseen {
  /** Steps that may have changed something outside in the earlier run, and may do so again (D11). */
  readonly repeated: readonly Address[];
}

/**
 * Runs a fork up to the point where it has to ask somebody, without asking, and takes the rest from what the earlier run did.
 *
 * @param earlier the whole ledger of the run that it comes from
 * @returns what it would do, or every reason why it cannot start
 */
export function foreseeFork(
  branch: Branch,
  earlier: readonly Commit[],
  capabilities: Capabilities,
): Result<ForeseenFork, readonly Diagnostic[]> {
  const foreseen = foresee(branch, earlier, capabilities);
  if (!foreseen.ok) return foreseen;
  const served = new Set(foreseen.value.reused);
  const whole = recordOf(earlier, earlier.length, { careful: true });
  const written = whole.ok ? (whole.value.called ?? []) : [];
  const repeated = [...new Set(written.map(withoutAttempt))].filter((address) => !served.has(address));
  return ok({ ...foreseen.value, repeated });
}

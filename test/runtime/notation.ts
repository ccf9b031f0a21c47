import { type Address, type JsonObject, ROOT } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import type { Commit } from '#kernel';
import type { CapabilityDescriptor, CapabilityPlan } from '#plan';
import {
  type CallContext,
  type Capabilities,
  type Host,
  type LedgerStore,
  type Models,
  memoryLedger,
  type RunHandle,
  resumeRun,
  SimulatedClock,
  type StartOptions,
  startRun,
} from '#runtime';
import { plan, workspace } from '../notation/plan';

type Work = (input: JsonObject, context: CallContext) => unknown;

export const NO_MODELS: Models = {
  list: [],
  stream: () => {
    throw new Error('this test has no model');
  },
};

/**
 * A host whose capabilities are what a test says; `echo` is always there. Clock and ids are simulated, so that two
 * runs of the same plan have equal ledgers.
 */
export function hostOf(
  works: Readonly<Record<string, Work>> = {},
  over: Partial<Host> = {},
  descriptors: Readonly<Record<string, Partial<CapabilityDescriptor>>> = {},
): Host & { readonly clock: SimulatedClock; readonly calls: string[] } {
  const calls: string[] = [];
  const clock = new SimulatedClock(1_000);
  let runs = 0;
  return {
    clock,
    calls,
    ids: { runId: () => `run-${++runs}` },
    ledger: memoryLedger(),
    capabilities: capabilitiesOf({ echo: (input) => input, ...works }, descriptors, calls),
    models: NO_MODELS,
    describe: () => ({ tables: [], documents: [] }),
    ...over,
  } as Host & { clock: SimulatedClock; calls: string[] };
}

function capabilitiesOf(
  works: Readonly<Record<string, Work>>,
  descriptors: Readonly<Record<string, Partial<CapabilityDescriptor>>>,
  calls: string[],
): Capabilities {
  const catalogue = new Map(BUILT_IN_CATALOGUE);
  for (const id of Object.keys(works)) {
    const plain: CapabilityDescriptor = { id, description: '', input: {}, output: {}, effect: 'read' };
    catalogue.set(id, { ...plain, ...descriptors[id] });
  }
  return {
    catalogue,
    find: (id) => {
      const work = works[id];
      const descriptor = catalogue.get(id);
      if (!work || !descriptor) return undefined;
      return {
        descriptor,
        run: async (input, context) => {
          calls.push(`${id} ${context.address}`);
          return work(input as JsonObject, context) as never;
        },
      };
    },
  };
}

/** Starts a plan in the short notation; throws what refuses it. */
export function start(
  host: Host,
  text: string | CapabilityPlan,
  options: Partial<StartOptions> & { readonly rest?: JsonObject } = {},
): RunHandle {
  const { rest = {}, ...more } = options;
  const run = startRun(host, {
    workspace: workspace([typeof text === 'string' ? plan(text) : text], rest),
    plan: 'main',
    input: {},
    ...more,
  });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  return run.value;
}

/** Takes up a run from the commits that were durable, as another host. */
export function takeUp(host: Host, text: string, commits: readonly Commit[]): RunHandle {
  const run = resumeRun({ ...host, ledger: memoryLedger(commits) }, commits, workspace([plan(text)]));
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  return run.value;
}

/** What happened, a word and an address each: `started /a#1`. Commands are left out. */
export function story(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ entries }) =>
    entries
      .filter(({ kind }) => kind !== 'command' && kind !== 'variable.written')
      .map(({ kind, address }) => (address === ROOT ? kind : `${kind} ${address}`)),
  );
}

export function facts(commits: readonly Commit[]): string[] {
  return commits.map(({ fact }) => ('address' in fact ? `${fact.type} ${fact.address}` : fact.type));
}

export function factAt(commits: readonly Commit[], address: string) {
  return commits.map(({ fact }) => fact).findLast((fact) => 'address' in fact && fact.address === address);
}

export function statusesOf(commits: readonly Commit[]): string | undefined {
  return story(commits)
    .filter((line) => line.startsWith('run.'))
    .at(-1);
}

/** A gate: work that stays in flight until the test opens it. */
export function gate<Value>(): { readonly opened: Promise<Value>; open(value: Value): void } {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}

/** Lets everything that is ready happen; simulated time stands still. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

export function at(address: string): Address {
  return address as Address;
}

/** A ledger that refuses while `failing` is set. */
export function failingLedger(): LedgerStore & { failing: Error | null; attempts: number } {
  const inner = memoryLedger();
  const ledger = {
    failing: null as Error | null,
    attempts: 0,
    append: async (runId: string, commits: readonly Commit[]) => {
      ledger.attempts++;
      if (ledger.failing) throw ledger.failing;
      await inner.append(runId, commits);
    },
    read: inner.read,
  };
  return ledger;
}

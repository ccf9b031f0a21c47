import { expect, test } from 'vitest';
import { type Address, type Random, seededRandom, withoutAttempt } from '#base';
import { type Command, type Commit, isFinished, openCommands } from '#kernel';
import { allNodes, apply, type CapabilityPlan, type Edit, type PlanNode, type Workspace } from '#plan';
import { type StaleSteps, staleOf } from '#runtime';
import { randomEdit } from '../notation/edits';
import { workspace } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';
import { answerByAddress } from './answersByAddress';
import { lawTimeout } from './law';
import { randomPlan } from './randomPlan';

const PLANS = Number(process.env.LAWS_RUNS ?? 60);
const SEED = Number(process.env.LAWS_SEED ?? 20_260);
const CATALOGUE = new Map([['echo', tool('echo', 'pure')]]);
const CAPABILITIES = { catalogue: CATALOGUE, find: () => undefined };

test(
  'D11 a result is marked exactly when running everything again, with the same answers at the same addresses, gives it another input or definition',
  () => {
    const seen = { edited: 0, marked: 0, kept: 0 };
    for (const { seed, before, after, first, stale } of cases()) {
      seen.edited++;
      const again = driven(after, seed, turnsIn(first.commits));
      const differs = differences(first, before, again, after);
      const asked = turnsIn(first.commits);
      const asksMore = again.commits.some(({ fact }) => 'address' in fact && !asked.has(fact.address));
      for (const address of succeededIn(first.commits)) {
        const because = stale.get(address);
        const isMarked = because !== undefined && because.kind !== 'before';
        if (isMarked) seen.marked++;
        else seen.kept++;
        // Where something is asked that was never answered, what depends on that is told apart.
        if (because?.kind === 'before' && asksMore) continue;
        expect(differs.has(address), `seed ${seed}, ${address}: ${JSON.stringify(because)}`).toBe(isMarked);
      }
    }
    expect(seen.edited, 'the law is about something').toBeGreaterThan(PLANS / 3);
    expect(seen.marked).toBeGreaterThan(PLANS / 6);
    expect(seen.kept).toBeGreaterThan(PLANS / 3);
  },
  lawTimeout(),
);

test(
  'D11 a result that is not marked is asked for in the same words, whatever is answered where something is asked anew',
  () => {
    let kept = 0;
    for (const { seed, after, first, stale } of cases()) {
      const asked = questionsIn(first.commits);
      const again = driven(after, seed, turnsIn(first.commits), first);
      const succeeded = succeededIn(first.commits);
      for (const [place, question] of questionsIn(again.commits)) {
        const address = withoutAttempt(place as Address);
        if (stale.has(address) || !succeeded.has(address)) continue;
        expect(question, `seed ${seed}, ${place}`).toBe(asked.get(place));
        kept++;
      }
    }
    expect(kept, 'the law is about something').toBeGreaterThan(PLANS / 6);
  },
  lawTimeout(),
);

/** A run of a random plan, the plan after random edits, and what is stale of the run then. */
interface Case {
  readonly seed: number;
  readonly before: Workspace;
  readonly after: Workspace;
  readonly first: TestRun;
  readonly stale: StaleSteps;
}

/** Those of which the plan can run after the edits. */
function cases(): readonly Case[] {
  made ??= Array.from({ length: PLANS }, (_, index) => SEED + index).flatMap((seed) => {
    const before = workspace([planOf(seed)]);
    const after = edited(before, seededRandom(seed));
    const first = driven(before, seed, new Map());
    const stale = staleOf({ commits: first.commits, workspace: after, capabilities: CAPABILITIES, pins: [] });
    return stale.ok ? [{ seed, before, after, first, stale: stale.value }] : [];
  });
  return made;
}

let made: readonly Case[] | null = null;

/** A random plan in which calls read a variable, and write one. */
function planOf(seed: number): CapabilityPlan {
  const plan = randomPlan(seed, { nodes: 5, depth: 2, planners: true });
  return mapNodes(plan, seededRandom(seed), (node, random) => {
    if (node.type !== 'CAPABILITY') return node;
    const reads = random.below(2) === 0 ? { input: { of: `{{ ${pick(VARIABLES, random)} }}` } } : {};
    const writes = random.below(2) === 0 ? { output: { [pick(VARIABLES, random)]: 'result' } } : {};
    return { ...node, ...reads, ...writes };
  });
}

const VARIABLES = ['a', 'b', 'c'] as const;

function pick<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[random.below(items.length)] ?? items[0];
}

/** One to three edits: of those that people make, and of what calls read. */
function edited(before: Workspace, random: Random): Workspace {
  let now = before;
  const edits = 1 + random.below(3);
  for (let made = 0; made < edits; made++) {
    const edit = random.below(2) === 0 ? randomEdit(now, random) : otherInput(now, random);
    const done = edit === null ? null : apply(now, edit);
    if (done?.ok) now = done.value.workspace;
  }
  return now;
}

/** A call that reads something else, or a variable that begins otherwise. */
function otherInput({ plans: [plan] }: Workspace, random: Random): Edit | null {
  if (plan?.kind !== 'capability') return null;
  if (random.below(4) === 0 && plan.variables !== 'open') {
    const variables = plan.variables.map((one) =>
      one.id === 'c' ? { ...one, default: random.below(9) } : one,
    );
    return { edit: 'update-plan', plan: plan.id, to: { variables } };
  }
  const calls = [...allNodes(plan)].map(({ node }) => node).filter(({ type }) => type === 'CAPABILITY');
  const node = calls[random.below(calls.length)];
  if (node === undefined) return null;
  const input = { of: random.below(2) === 0 ? random.below(3) : `{{ ${pick(VARIABLES, random)} }}` };
  return { edit: 'update-node', plan: plan.id, node: node.id, to: { ...node, input } as PlanNode };
}

function mapNodes(
  plan: CapabilityPlan,
  random: Random,
  change: (node: PlanNode, random: Random) => PlanNode,
): CapabilityPlan {
  let now = workspace([plan]);
  for (const { node } of allNodes(plan)) {
    const done = apply(now, { edit: 'update-node', plan: plan.id, node: node.id, to: change(node, random) });
    if (done.ok) now = done.value.workspace;
  }
  const [changed] = now.plans;
  return changed?.kind === 'capability' ? changed : plan;
}

/**
 * Runs against an outside that answers each question by its address alone, those that an earlier run had answered in the order of that.
 *
 * @param asked the run of which questions are answered so; any other gets another answer
 */
function driven(
  { plans }: Workspace,
  seed: number,
  turns: ReadonlyMap<string, number>,
  asked: TestRun | null = null,
): TestRun {
  const run = new TestRun();
  const known = asked === null ? null : everyQuestionIn(asked.commits);
  const plan = plans.find(({ id }) => id === 'main');
  if (plan === undefined) return run;
  run.feed(startOf(plan, { seed }));
  for (let round = 0; round < 500 && run.state && !isFinished(run.state); round++) {
    const command = nextOf(openCommands(run.state), turns);
    if (command === undefined) break;
    const isOther = known !== null && !known.has(placeOf(command.address) + questionOf(command));
    run.feed(answerByAddress(command, seed + (isOther ? 1 : 0), true));
  }
  return run;
}

/** Whose turn it was then goes first; what had no answer then comes last, and timeouts never do by themselves. */
function nextOf(open: readonly Command[], turns: ReadonlyMap<string, number>): Command | undefined {
  const answered = open.filter((command) => turns.has(command.address) || !isTimeout(command));
  return answered.toSorted((one, other) => turnOf(one, turns) - turnOf(other, turns))[0];
}

function turnOf({ address }: Command, turns: ReadonlyMap<string, number>): number {
  return turns.get(address) ?? Number.MAX_SAFE_INTEGER;
}

function isTimeout(command: Command): boolean {
  return command.kind === 'timer' && command.purpose === 'timeout';
}

function turnsIn(commits: readonly Commit[]): ReadonlyMap<string, number> {
  return new Map(
    commits.flatMap(({ fact }, turn) => ('address' in fact ? [[fact.address, turn] as const] : [])),
  );
}

/** Steps of which definition, input or question is another, or that are not come to. */
function differences(
  first: TestRun,
  before: Workspace,
  again: TestRun,
  after: Workspace,
): ReadonlySet<Address> {
  const [then, now] = [traceOf(first.commits), traceOf(again.commits)];
  const [nodesThen, nodesNow] = [definitionsIn(before), definitionsIn(after)];
  const differing = [...succeededIn(first.commits)].filter((address) => {
    const id = address.slice(address.lastIndexOf('/') + 1);
    const isOther = !address.includes('@') && nodesThen.get(id) !== nodesNow.get(id);
    return isOther || then.get(address) !== now.get(address);
  });
  return new Set(differing);
}

/** What each step that succeeded took and asked in all its attempts; of one that does neither, what it came to. */
function traceOf(commits: readonly Commit[]): ReadonlyMap<Address, string> {
  const taken = new Map<Address, string>();
  const take = (address: Address, what: string) => taken.set(address, `${taken.get(address) ?? ''} ${what}`);
  const came = new Map<Address, string>();
  for (const { entries } of commits)
    for (const entry of entries) {
      const place = withoutAttempt(entry.address);
      if (entry.kind === 'node.started' && entry.data.input !== undefined)
        take(place, JSON.stringify(entry.data.input));
      if (entry.kind === 'node.succeeded' && entry.data.handled === undefined)
        came.set(place, JSON.stringify([entry.data.ports, entry.data.result ?? null]));
    }
  for (const [place, question] of askedIn(commits)) take(withoutAttempt(place as Address), question);
  return new Map([...came].map(([address, end]) => [address, taken.get(address) ?? end]));
}

/** What was asked at each place, in its last attempt. */
function questionsIn(commits: readonly Commit[]): ReadonlyMap<string, string> {
  return new Map(askedIn(commits));
}

/** Places with what was asked there, in any attempt: what a step reads may be written while it waits to be tried again. */
function everyQuestionIn(commits: readonly Commit[]): ReadonlySet<string> {
  return new Set(askedIn(commits).map(([place, question]) => place + question));
}

function askedIn(commits: readonly Commit[]): readonly (readonly [place: string, question: string])[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      const command = entry.kind === 'command' ? entry.data.command : null;
      if (command === null || command.kind === 'cancel' || command.kind === 'observe') return [];
      if (command.kind === 'timer' && (command.purpose === 'timeout' || command.purpose === 'retry'))
        return [];
      return [[placeOf(command.address), questionOf(command)] as const];
    }),
  );
}

function placeOf(address: string): string {
  return address.replace(/#\d+(?=$|!)/, '');
}

function questionOf(command: Command): string {
  return JSON.stringify({ ...command, address: '' });
}

function succeededIn(commits: readonly Commit[]): ReadonlySet<Address> {
  const done = new Set<Address>();
  for (const { entries } of commits)
    for (const entry of entries)
      if (entry.kind === 'node.succeeded' && entry.data.handled === undefined)
        done.add(withoutAttempt(entry.address));
  return done;
}

/** What each node says itself, without its name and what lies in it. */
function definitionsIn({ plans }: Workspace): ReadonlyMap<string, string> {
  const plan = plans.find(({ id }) => id === 'main');
  if (plan?.kind !== 'capability') return new Map();
  return new Map(
    [...allNodes(plan)].map(({ node }) => {
      const own = { ...node, name: '', body: [], try: [], catch: [], finally: [] };
      return [node.id, JSON.stringify(Object.entries(own).sort())] as const;
    }),
  );
}

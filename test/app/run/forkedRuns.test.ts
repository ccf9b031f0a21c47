import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { hasErrors, type JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { type AttachedRun, createEditor } from '#editor';
import { type Command, type Commit, replay } from '#kernel';
import { type Body, type CapabilityPlan, checkForRun, withBodies } from '#plan';
import { namesOf } from '#projection';
import { CallError, type Host, type LedgerStore } from '#runtime';
import { startFork } from '../../../src/app/run/ForkPanel';
import { editFork, forkDraftOf, forkName, forkWay } from '../../../src/app/run/fork';
import { RUN_COMMANDS } from '../../../src/app/run/runCommands';
import { answerWait, isSettledRun } from '../../../src/app/run/runStore';

import { runsOfPage } from '../../../src/app/run/runsOfPage';
import { openSessionStore, type Session, type SessionState } from '../../../src/app/state/session';
import { ShownRun } from '../../../src/app/state/shownRun';
import { memoryStorage } from '../../../src/storage/memoryStorage';
import { Standing } from '../../../src/storage/standing';
import { answerByAddress, BROKEN, resultByAddress } from '../../laws/answersByAddress';
import { answeredAt, commandsIn, planAround } from '../../laws/forkedPlan';
import { workspace } from '../../notation/plan';
import { hostOf } from '../../runtime/notation';
import { standInSession } from '../standInSession';

/** How many plans the law is held against; each calls something after the position. */
const PLANS = 20;

vi.hoisted(() => {
  const nobody = { addEventListener: () => {}, getElementById: () => null, matches: false };
  vi.stubGlobal('location', { search: '', pathname: '/' });
  vi.stubGlobal('document', nobody);
  vi.stubGlobal('HTMLFormElement', class {});
  vi.stubGlobal('matchMedia', () => nobody);
  vi.stubGlobal('window', { ...nobody, matchMedia: () => nobody });
});

/** The outside of a page, which is scripted here. All the rest is the page's own. */
const outsides = new Map<string, Host>();
vi.mock('../../../src/app/run/hostOfPage', async (original) => ({
  ...(await original<object>()),
  hostOfPage: async ({ id }: Session, ledger: LedgerStore) => ({ ...outsides.get(id), ledger }),
}));

test('K8 D3 commands of the page: a fork with a changed variable calls, writes and ends like the same run with that value there, and calls nothing of before', async () => {
  let compared = 0;
  for (let seed = 0; compared < PLANS; seed++) {
    const plan = planOf(seed);
    if (hasErrors(checkForRun(plan, workspace([plan]), BUILT_IN_CATALOGUE))) continue;
    const page = new Page(plan, seed, 1);
    const run = await page.run();
    const at = answeredAt(run.commits, 'edit');
    if (at === null || callsOf(run.commits.slice(at)).length === 0) continue;
    page.called.length = 0;
    const fork = await page.fork(at, { c: 2 });
    const other = new Page(plan, seed, 2);
    const like = await other.run();
    const after = like.commits.slice(at - 1);
    expect(commandsIn(fork.commits), `seed ${seed}`).toEqual(commandsIn(after));
    expect(page.called, 'what was called outside').toEqual(callsOf(after));
    expect(statusesOf(fork)).toEqual(statusesOf(like));
    expect(fork.live.status).toBe(like.live.status);
    expect(fork.live.outputs).toEqual(like.live.outputs);
    // A call that was cut off may still come home.
    const first = page.runOf(run.runId).commits.slice(0, run.commits.length);
    expect(first, 'the run that it comes from').toEqual(run.commits);
    expect(replay(fork.commits)).toMatchObject({ ok: true, effects: 0 });
    compared++;
  }
}, 60_000);

test('K7 two workspaces that are open in one page know of their own run, fork and forecast alone, and one that is left leaves the other alone', async () => {
  const plan = planOf(0);
  const [one, other] = [new Page(plan, 0, 1), new Page(plan, 0, 2)];
  const mine = await one.start();
  const theirs = await other.start();
  const steered = ({ session }: Page) => session.shown.facts.getState().steered?.runId;
  expect([steered(one), steered(other)]).toEqual([mine, theirs]);
  expect([one.session.runs.driven(theirs), other.session.runs.driven(mine)]).toEqual([null, null]);
  RUN_COMMANDS['run.fork']?.(one.session);
  expect(forkDraftOf(one.session, mine)).toMatchObject({ runId: mine });
  expect([forkDraftOf(one.session, theirs), forkDraftOf(other.session, theirs)]).toEqual([null, null]);
  one.session.runs.close();
  one.session.shown.rest();
  expect([steered(one), steered(other)]).toEqual([undefined, theirs]);
  expect(isSettledRun((await other.over()).live.status)).toBe(true);
});

/** A random plan with a call in the middle, which answers what is edited. Retries wait equally long in every run. */
function planOf(seed: number): CapabilityPlan {
  const plan = planAround(seed, { planners: false });
  return { ...plan, ...evenly(plan) };
}

function evenly({ nodes, edges }: Body): Body {
  return {
    nodes: nodes.map((node) => {
      const inside = withBodies(node, evenly);
      return inside.retry ? { ...inside, retry: { ...inside.retry, jitter: 0 } } : inside;
    }),
    edges,
  };
}

/** A page with one plan open. What it calls answers by its address, on a clock that is moved by hand. */
class Page {
  readonly session: Session;
  /** Calls that have left. */
  readonly called: string[] = [];
  readonly #clock;
  readonly #seed: number;

  /** @param edit what the call in the middle answers */
  constructor(plan: CapabilityPlan, seed: number, edit: number) {
    this.#seed = seed;
    const host = hostOf({
      echo: async (_input, { address }) => {
        this.called.push(address);
        const mayFail = address.startsWith('/after');
        await new Promise<void>((resolve) => host.clock.after(1 + (address.length % 7), resolve));
        if (address === '/edit#1') return edit;
        const result = resultByAddress(address, seed, mayFail);
        if (result === null) throw new CallError(BROKEN);
        return result;
      },
    });
    this.#clock = host.clock;
    const { capabilities } = host;
    const id = `${seed} ${edit}`;
    outsides.set(id, host);
    const document = workspace([plan]);
    const editor = createEditor({ workspace: document, catalogue: capabilities.catalogue, now: () => 0 });
    const state = createStore(() => ({ trusted: true, madeHere: true, budget: null }) as SessionState);
    this.session = standInSession({
      ...{ id, editor, capabilities, state, absent: () => [], shown: new ShownRun() },
      storage: memoryStorage(host.clock, new Standing()),
      closed: new AbortController().signal,
      get runs() {
        return runs;
      },
    });
    const runs = runsOfPage(this.session);
  }

  /** "Run" of the open plan, until it is over. */
  async run(): Promise<AttachedRun> {
    await this.start();
    return this.over();
  }

  /** The same, no further than its start. @returns its id */
  async start(): Promise<string> {
    openSessionStore.setState({ session: this.session });
    await RUN_COMMANDS['run.start']?.(this.session);
    return this.session.editor.cursor.shown?.runId ?? '';
  }

  /** "Fork" of the run that is shown, at a position, with other values of variables, until it is over. */
  async fork(at: number, set: JsonObject): Promise<AttachedRun> {
    const { cursor } = this.session.editor;
    cursor.seek(at);
    RUN_COMMANDS['run.fork']?.(this.session);
    editFork(this.session, () => Object.entries(set).map(([subject, value]) => ({ subject, value })));
    const run = cursor.shown;
    const draft = run && forkDraftOf(this.session, run.runId);
    if (run === null || draft === null) throw new Error('No fork is being made.');
    const { outcome } = forkWay(this.session, run, draft, 'current', []);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    await startFork(this.session, outcome.value, forkName(draft, namesOf(run.live)));
    return this.over();
  }

  runOf(runId: string): AttachedRun {
    const run = this.session.editor.runs.getState().runs.get(runId);
    if (run === undefined) throw new Error(`There is no run ${runId}.`);
    return run;
  }

  /** Answers whatever waits, and moves the clock on, until the run that is shown is over. */
  async over(): Promise<AttachedRun> {
    for (let turn = 0; turn < 2_000; turn++) {
      await settled();
      const run = this.session.editor.cursor.shown;
      if (run === null) throw new Error('Nothing is shown.');
      if (isSettledRun(run.live.status)) return run;
      const command = run.live.waiting.find((one) => one.command?.kind === 'wait')?.command;
      if (command?.kind === 'wait') this.#answer(command);
      else if (!isAtWork(run)) this.#clock.ring();
    }
    throw new Error(`seed ${this.#seed}: the run goes on and on`);
  }

  #answer(command: Command): void {
    const fact = answerByAddress(command, this.#seed, false);
    if (fact.type === 'answer.given') answerWait(fact.address, fact.value);
  }
}

/** All that comes by itself has come: work of the page is a few turns of its loop away. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether an expression is being evaluated, which takes time that no clock here knows. */
function isAtWork({ commits }: AttachedRun): boolean {
  const asked = commandsIn(commits);
  const over = new Set([
    ...commits.flatMap(({ fact }) => ('address' in fact ? [fact.address] : [])),
    ...asked.flatMap(({ kind, address }) => (kind === 'cancel' ? [address] : [])),
  ]);
  return asked.some(({ kind, address }) => kind === 'evaluate' && !over.has(address));
}

/** The addresses of the calls that were asked for. */
function callsOf(commits: readonly Commit[]): readonly string[] {
  return commandsIn(commits).flatMap(({ kind, address }) => (kind === 'call' ? [address] : []));
}

function statusesOf({ live }: AttachedRun): ReadonlyMap<string, string> {
  return new Map([...live.nodes].map(([address, { status }]) => [address, status]));
}

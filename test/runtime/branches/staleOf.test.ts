import { describe, expect, it } from 'vitest';
import type { Address, JsonObject } from '#base';
import { type Commit, type Pin, readLedger, writeLedger } from '#kernel';
import type { Plan, Workspace } from '#plan';
import { retryOf, type StaleBecause, type StartOptions, staleOf, startRun } from '#runtime';
import { machine } from '../../notation/machine';
import { plan, workspace } from '../../notation/plan';
import { startOf, TestRun, tool } from '../../notation/run';
import { hostOf } from '../notation';

const DESCRIPTORS = { read: { effect: 'read' }, write: { effect: 'write' } } as const;
const same = (input: object) => input;
const breaks = () => {
  throw new Error('No.');
};

/** A run of a plan to its rest, and what of it is stale with another plan, or with other things around it. */
async function ran(
  text: string | readonly Plan[],
  rest: JsonObject = {},
  options: Partial<StartOptions> = {},
) {
  const host = hostOf({ read: same, write: same, breaks }, {}, DESCRIPTORS);
  const then = around(text, rest);
  const started = startRun(host, { workspace: then, plan: 'main', input: {}, ...options });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  await started.value.atRest();
  const commits = reload(started.value.commits);
  const stale = (
    now: string | readonly Plan[] = text,
    { over = rest, pins = options.pins ?? [], capabilities = host.capabilities }: Now = {},
  ) => {
    const found = staleOf({ commits, workspace: around(now, over), capabilities, pins });
    if (!found.ok) throw new Error(JSON.stringify(found.problem));
    return Object.fromEntries([...found.value].map(([address, because]) => [address, inWords(because)]));
  };
  return { stale, commits, host };
}

interface Now {
  readonly over?: JsonObject;
  readonly pins?: readonly Pin[];
  readonly capabilities?: ReturnType<typeof hostOf>['capabilities'];
}

function around(text: string | readonly Plan[], rest: JsonObject): Workspace {
  return workspace(typeof text === 'string' ? [plan(text)] : text, rest);
}

function inWords(because: StaleBecause): string {
  if (because.kind === 'named') return `${because.what} ${because.name}`;
  return because.kind === 'before' ? `after ${because.step}` : because.kind;
}

/** A ledger as it comes back after the page was lost. */
function reload(commits: readonly Commit[]): readonly Commit[] {
  const read = readLedger(writeLedger(commits));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

const CHAIN = `
  var region: string = "East"
  load: CAPABILITY read {input: {of: "sales"}, output: {region: "result.of"}}
  side: CAPABILITY read {input: {of: "side"}}
  sum: CAPABILITY read {input: {of: "{{ region }}"}}
  gate: IF region == "sales"
  tell: CAPABILITY write {input: {of: "end"}}
  load -> sum -> gate
  load -> side
  gate.then -> tell
`;

describe('D11 what is stale after an edit', () => {
  it('D11 nothing, where nothing was edited, or only names', async () => {
    const { stale } = await ran(CHAIN);
    expect(stale()).toEqual({});
    expect(stale(CHAIN.replace('load: CAPABILITY read {', 'load: CAPABILITY read {name: "Load", '))).toEqual(
      {},
    );
  });

  it('D11 a step of which the definition is another, and not what came before or stands beside it', async () => {
    const { stale } = await ran(CHAIN);
    expect(stale(CHAIN.replace('"{{ region }}"', '"{{ region }}!"'))).toEqual({ '/sum': 'definition' });
    expect(stale(CHAIN.replace('"sales"}', '"orders"}'))).toEqual({
      '/load': 'definition',
      '/sum': 'after /load',
      '/gate': 'after /load',
      '/tell': 'after /load',
    });
  });

  it('D11 an end that gives what its plan has found, where that may be another; one with a result of its own by what it reads', async () => {
    const found = (end: string) => `
      out said
      aside: CAPABILITY read {input: {of: "aside"}}
      load: CAPABILITY read {input: {of: "sales"}, output: {said: "result.of"}}
      done: END${end}
      aside -> load -> done
    `;
    const edited = (text: string) => text.replace('"sales"', '"orders"');
    const plain = found('');
    expect((await ran(plain)).stale(edited(plain))).toEqual({
      '/load': 'definition',
      '/done': 'after /load',
    });
    expect((await ran(plain)).stale(plain.replace('"aside"', '"beside"'))).toEqual({
      '/aside': 'definition',
    });
    const said = found(' {result: "over"}');
    expect((await ran(said)).stale(edited(said))).toEqual({ '/load': 'definition' });
  });

  it('D11 a step of which an attempt that failed gets another input: it would perhaps not fail', () => {
    const then = `
      var c = 1
      a: CAPABILITY echo {input: {of: "{{ c }}"}, retry: {maxAttempts: 2, initialIntervalMs: 10, jitter: 0}}
      b: CAPABILITY echo {input: {of: 2}, output: {c: "result"}}
    `;
    const run = new TestRun();
    run.feed(startOf(plan(then)));
    run.feed({
      type: 'effect.failed',
      address: '/a#1' as Address,
      error: { code: 'BROKEN', message: 'It broke.' },
    });
    run.feed({ type: 'effect.succeeded', address: '/b#1' as Address, result: 2 });
    run.feed({ type: 'timer.fired', address: '/a#1!retry' as Address });
    run.feed({ type: 'effect.succeeded', address: '/a#2' as Address, result: 5 });
    const now = around(then.replace('c = 1', 'c = 3'), {});
    const catalogue = new Map([['echo', tool('echo', 'pure')]]);
    const found = staleOf({
      ...{ commits: run.commits, workspace: now, pins: [] },
      capabilities: { catalogue, find: () => undefined },
    });
    expect(found.ok && [...found.value]).toEqual([['/a', { kind: 'input' }]]);
  });

  it('D11 a step that gets another input by an edit elsewhere, and what would not be come to', async () => {
    const { stale } = await ran(CHAIN);
    expect(stale(CHAIN.replace('"result.of"', '"result.of + \'!\'"'))).toEqual({
      '/load': 'settings',
      '/sum': 'input',
      '/gate': 'input',
      '/tell': 'unreached',
    });
    expect(stale(CHAIN.replace('region == "sales"', 'region != "sales"'))).toEqual({
      '/gate': 'definition',
      '/tell': 'unreached',
    });
  });

  it('D11 what a step names: its capability, a document that it reads', async () => {
    const { stale } = await ran('a: CAPABILITY read {input: {document: "d"}}', documents('one'));
    expect(stale(undefined, { over: documents('one') })).toEqual({});
    expect(stale(undefined, { over: documents('two') })).toEqual({ '/a': 'document Terms' });
    const other = hostOf(
      { read: same, write: same },
      {},
      { ...DESCRIPTORS, read: { effect: 'read', idempotent: true } },
    );
    expect(stale(undefined, { over: documents('one'), capabilities: other.capabilities })).toEqual({
      '/a': 'capability read',
    });
  });

  it('D11 K8 a retry calls again what was read of a document that is another now', async () => {
    const text = 'a: CAPABILITY read {input: {document: "d"}}\nb: CAPABILITY read\na -> b';
    const { commits } = await ran(text, documents('one'));
    const servedWith = (rest: JsonObject) => {
      const made = retryOf(commits, around(text, rest), 'current');
      return made.ok ? made.value.reuse.served.map(({ address }) => address) : made.problem;
    };
    expect(servedWith(documents('one'))).toEqual(['/a', '/b']);
    expect(servedWith(documents('two'))).toEqual(['/b']);
    const recorded = retryOf(commits, around(text, documents('two')), 'recorded');
    expect(recorded.ok && recorded.value.reuse.served).toHaveLength(2);
  });

  it('D11 of a plan that cannot run as it stands it says why not', async () => {
    const { commits, host } = await ran(CHAIN);
    const broken = around(CHAIN.replace('IF region == "sales"', 'IF region =='), {});
    const found = staleOf({ commits, workspace: broken, capabilities: host.capabilities, pins: [] });
    expect(found).toMatchObject({ ok: false, problem: [{ where: { node: 'gate' } }] });
  });

  it('D11 what failed, and what lies behind it, is made again in the same way', async () => {
    const text = 'a: CAPABILITY breaks {input: {of: 1}, onError: "route"}\nb: CAPABILITY read\na.error -> b';
    const { stale } = await ran(text);
    expect(stale(`${text}\nc: CAPABILITY read`)).toEqual({});
    expect(stale(text.replace('of: 1', 'of: 2'))).toEqual({ '/b': 'after /a' });
  });

  it('D11 a pin that was set since, and one that was taken away', async () => {
    const pin = { node: 'load', output: { of: 'sales' } };
    const free = await ran(CHAIN);
    expect(free.stale(CHAIN, { pins: [pin] }), 'what came out').toEqual({});
    const other = { node: 'load', output: { of: 'orders' } };
    expect(free.stale(CHAIN, { pins: [other] })).toMatchObject({ '/load': 'pin', '/sum': 'input' });
    const broken = { node: 'load', error: { code: 'DOWN', message: 'It is down.' } };
    expect(free.stale(CHAIN, { pins: [broken] })).toMatchObject({ '/load': 'pin' });
    const pinned = await ran(CHAIN, {}, { pins: [pin] });
    expect(pinned.stale()).toEqual({});
    expect(pinned.stale(CHAIN, { pins: [] })).toMatchObject({ '/load': 'pin', '/sum': 'after /load' });
  });

  it('D11 a state of a machine that asks something, at each of its visits', async () => {
    const asks = (id: string, next: string, of: string) => ({
      id,
      action: { event: `${id}.asked`, response: `${id}.done`, data: { of } },
      on: [{ event: `${id}.done`, target: next }],
    });
    const flow = (said: string) =>
      machine(
        {
          responders: ['one', 'two'].map((id) => ({ id, request: `${id}.asked`, capability: 'read' })),
          states: [asks('one', 'two', said), asks('two', 'over', 'x'), { id: 'over', type: 'final' }],
        },
        'main',
      );
    const { stale } = await ran([flow('a')]);
    expect(stale([flow('a')])).toEqual({});
    expect(stale([flow('b')])).toEqual({ '/one[0]': 'input', '/two[0]': 'after /one[0]' });
  });

  it('D11 rounds, sub-plans and what runs in them, each at its own address', async () => {
    const inner = (say: string) =>
      plan(
        `
        in region   out said
        say: CAPABILITY read {input: {of: "${say}"}, output: {said: "result.of"}}
      `,
        'inner',
      );
    const main = (most: string) =>
      plan(`
        each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
          a: CAPABILITY read {input: {of: "${most}"}}
        sub: SUB_PLAN inner {input: {region: "x"}}
        each -> sub
      `);
    const { stale } = await ran([main('{{ i }}'), inner('{{ region }}')]);
    expect(stale([main('{{ i }}'), inner('{{ region }}')])).toEqual({});
    expect(stale([main('{{ i == 0 ? 0 : 7 }}'), inner('{{ region }}')])).toEqual({
      // In the first round it asks the same.
      '/each[0]/a': 'settings',
      '/each[1]/a': 'definition',
      '/each': 'after /each[1]/a',
    });
    expect(stale([main('{{ i }}'), inner('{{ region }}!')])).toEqual({
      '/sub/say': 'definition',
      '/sub': 'after /sub/say',
    });
  });
});

function documents(text: string): JsonObject {
  return { documents: [{ id: 'd', name: 'Terms', kind: 'text', text }] };
}

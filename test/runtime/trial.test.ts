import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Address, hasErrors, type JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { type Pin, readLedger, replay, writeLedger } from '#kernel';
import { allNodes, checkForRun, findNode, type Plan, read, type Workspace } from '#plan';
import { project } from '#projection';
import { catalogueOf, forkOf, pinsOfTrial, retryOf, startRun, trialIn } from '#runtime';
import { SAMPLES } from '#samples';
import { readPage } from '../../src/app/help/pages';
import { machine } from '../notation/machine';
import { plan, workspace } from '../notation/plan';
import { sample } from '../samples/hosting';
import { hostOf } from './notation';

const DESCRIPTORS = {
  look: {
    effect: 'read',
    input: { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] },
  },
  send: { effect: 'write', title: 'Send a mail' },
} as const;

const INNER = plan(
  `
    in name: string
    out hello
    greet: CAPABILITY look {input: {of: "{{ name }}"}, output: {hello: "result.of"}}
  `,
  'inner',
);

const MAIN = plan(`
  in region: string
  var count: integer
  out total
  start: START
  first: CAPABILITY look {input: {of: "{{ region }}"}, output: {total: "result.of"}, onError: "route", disabled: "skip"}
  each: ITERATOR {items: "['1', '2']", itemVariable: item}
    inside: CAPABILITY look {input: {of: "{{ item }}"}}
    say: FILL_TEMPLATE {{ item }} of {{ count }} in {{ region }}
    inside -> say
  gate: IF count > 1
  post: CAPABILITY send {input: {to: "{{ region }}"}, background: true}
  both: GROUP ASYNC
    b1: CAPABILITY send {input: {to: "{{ region }}"}}
    b2: CAPABILITY look {input: {of: "b"}}
  sub: SUB_PLAN inner {input: {name: "{{ region }}"}}
  end: END
  start -> first -> each -> gate
  gate.then -> post -> both -> sub -> end
`);

function world(all: readonly Plan[] = [MAIN, INNER]) {
  const same = (input: object) => input;
  const host = hostOf({ look: same, send: same }, {}, DESCRIPTORS);
  const around: Workspace = workspace([...all]);
  const catalogue = catalogueOf(around, host.capabilities);
  const trialAt = (id: string, of = MAIN) => {
    const node = findNode(of, id)?.node;
    if (node === undefined) throw new Error(`there is no ${id}`);
    return trialIn(around, catalogue, of, node);
  };
  const tried = async (id: string, input: JsonObject, pins: readonly Pin[] = []) => {
    const trial = trialAt(id);
    if (!trial.ok) throw new Error(trial.problem);
    const started = startRun(host, {
      workspace: trial.value.workspace,
      plan: 'main',
      input,
      trial: true,
      pins: pinsOfTrial(pins, trial.value),
    });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.done;
    const { commits } = started.value;
    const view = project(commits);
    return {
      commits,
      view,
      trial: trial.value,
      record: (address: string) => view.nodes.get(address as Address),
    };
  };
  return { host, around, trialAt, tried };
}

describe('D1 a node is tried', () => {
  it('D1 alone, with an input of its own, although it is disabled; its ledger says that it was a trial, and replays', async () => {
    const { host, tried } = world();
    const { commits, view, trial } = await tried('first', { input: { of: '{{ west }}' } });
    expect(trial.input).toBe('input');
    expect(host.calls).toEqual(['look /first#1']);
    expect(view).toMatchObject({ status: 'completed', outputs: { total: '{{ west }}' } });
    expect([...view.nodes.values()].map(({ node, result }) => [node, result])).toEqual([
      ['first', { of: '{{ west }}' }],
    ]);
    expect(commits[0]?.fact).toMatchObject({ trial: true, input: { input: { of: '{{ west }}' } } });
    const again = readLedger(writeLedger(commits));
    expect(again.ok && replay(again.value)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
  });

  it('D1 a node that calls nothing itself is given the variables that it and its contents read', async () => {
    const { host, tried, trialAt } = world();
    const asked = (id: string) => {
      const trial = trialAt(id);
      if (!trial.ok || trial.value.plan.variables === 'open') throw new Error('no trial');
      return trial.value.plan.variables.filter(({ scope }) => scope === 'IN').map((one) => one.id);
    };
    expect(asked('say')).toEqual(['region', 'count', 'item']);
    expect(asked('each'), 'an item is its own').toEqual(['region', 'count']);
    expect(asked('gate')).toEqual(['count']);
    expect(asked('inside')).toEqual(['input']);
    expect(asked('sub')).toEqual(['input']);
    const said = await tried('say', { region: 'West', count: 2, item: 1 });
    expect(said.record('/say')?.result).toBe('1 of 2 in West');
    const gate = await tried('gate', { count: 2 });
    expect(gate.record('/gate')).toMatchObject({ status: 'succeeded', ports: ['then'] });
    const sub = await tried('sub', { input: { name: 'Ada' } });
    expect(sub.record('/sub')?.result).toEqual({ hello: 'Ada' });
    const each = await tried('each', { region: 'West' });
    expect(each.view.error).toBeNull();
    expect(host.calls).toEqual(['look /sub/greet#1', 'look /each[0]/inside#1', 'look /each[1]/inside#1']);
  });

  it('D1 what fails, fails the run; what runs in the background is waited for', async () => {
    const { tried } = world();
    const post = await tried('post', { input: { to: 'me' } });
    expect(post.record('/post')?.result).toEqual({ to: 'me' });
    const broken = hostOf({ look: () => Promise.reject(new Error('down')) });
    const trial = world().trialAt('first');
    if (!trial.ok) throw new Error(trial.problem);
    const started = startRun(broken, {
      workspace: trial.value.workspace,
      plan: 'main',
      input: { input: { of: 'x' } },
    });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.done;
    expect(project(started.value.commits)).toMatchObject({
      status: 'failed',
      error: { message: 'The capability broke off: down' },
    });
  });

  it('D11 names what may change something outside, at any depth, and nothing else', () => {
    const { trialAt } = world();
    const writes = (id: string) => {
      const trial = trialAt(id);
      return trial.ok ? trial.value.writes : trial.problem;
    };
    expect(writes('post')).toEqual(['Send a mail']);
    expect(writes('both')).toEqual(['Send a mail']);
    expect([writes('first'), writes('sub'), writes('gate')]).toEqual([[], [], []]);
  });

  it('D10 its own pin does not count, those of what lies in it do', async () => {
    const { host, tried } = world();
    const pins: readonly Pin[] = [
      { node: 'first', plan: 'main', output: { of: 'pinned' } },
      { capability: 'look', output: { of: 'any' } },
    ];
    const own = await tried('first', { input: { of: 'x' } }, pins);
    expect(own.record('/first')?.result).toEqual({ of: 'x' });
    host.calls.length = 0;
    const inside = await tried('sub', { input: { name: 'Ada' } }, pins);
    expect(inside.record('/sub')?.result).toEqual({ hello: 'any' });
    expect(host.calls).toEqual([]);
  });

  it('D1 says in a sentence what cannot be tried', () => {
    const { trialAt } = world();
    for (const id of ['start', 'end'])
      expect(trialAt(id)).toMatchObject({ ok: false, problem: expect.stringContaining('only leads') });
    const self = plan(`
      in n: integer
      again: SUB_PLAN main {maxDepth: 3, input: {n: "{{ n }}"}}
    `);
    expect(world([self]).trialAt('again', self)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('runs the plan that it stands in'),
    });
  });

  it('D1 a sub-plan that is a machine is asked for the inputs of the machine', () => {
    const flow = machine({
      variables: ['in score = 1'],
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }] },
        { id: 'b', type: 'final' },
      ],
    });
    const around = plan('run: SUB_PLAN flow');
    const trial = world([around, flow]).trialAt('run', around);
    expect(trial).toMatchObject({ ok: true, value: { input: 'input' } });
  });

  it('D12 a trial goes on as the trial that it was, never as its plan', async () => {
    const { around, tried } = world();
    const { commits } = await tried('first', { input: { of: 'x' } });
    expect(retryOf(commits, around, 'current')).toMatchObject({
      ok: false,
      problem: [{ code: 'LEDGER_OF_TRIAL' }],
    });
    const branch = forkOf(commits, around, 'recorded', 1);
    expect(branch).toMatchObject({ ok: true, value: { trial: true } });
  });
});

describe('D1 every node of the examples can be tried, or says why not', () => {
  const help = new URL('../../src/app/help/', import.meta.url);
  const examples = readdirSync(help)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const { example } = readPage(name, readFileSync(new URL(name, help), 'utf8'));
      const outcome = example === null ? null : read(example);
      return outcome?.kind === 'document' ? [[name, outcome.workspace] as const] : [];
    });
  const all = [...examples, ...SAMPLES.map(({ id }) => [id, sample(id)] as const)];

  it.each(all)('D1 of %s', (_name, around) => {
    for (const one of around.plans) {
      if (one.kind !== 'capability') continue;
      const known = new Set(checkForRun(one, around, BUILT_IN_CATALOGUE).map(({ code }) => code));
      for (const { node } of allNodes(one)) {
        const trial = trialIn(around, BUILT_IN_CATALOGUE, one, node);
        if (!trial.ok) {
          expect(['START', 'END', 'FORK', 'JOIN', 'CANCEL', 'NOTE', 'SUB_PLAN'], trial.problem).toContain(
            node.type,
          );
          continue;
        }
        const found = checkForRun(trial.value.plan, trial.value.workspace, BUILT_IN_CATALOGUE);
        const fresh = found.filter(({ code }) => !known.has(code));
        expect(hasErrors(fresh) ? { node, fresh } : null).toBeNull();
      }
    }
  });
});

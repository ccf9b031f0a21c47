import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { machinesIn } from '#kernel';
import { arrange } from '#layout';
import {
  graphOfMachine,
  graphOfRun,
  ledgerRows,
  lightOfRun,
  namesOf,
  project,
  timelineOf,
} from '#projection';
import { nameInMachine } from '../../src/projection/names';
import { SEARCH, search } from '../kernel/machine/search';
import { machine } from '../notation/machine';
import { plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const viewOf = (run: TestRun) => project(run.commits);
const statusIn = (run: TestRun, address: string) => viewOf(run).nodes.get(address as Address)?.status;

describe('a machine as it is read', () => {
  test('D6 active states read running, those that were left succeeded; the run waits where only events can move it', () => {
    const run = runOf(search(), { input: { topic: 'bees' } });
    expect(viewOf(run).status).toBe('waiting');
    expect(viewOf(run).machines.get('' as Address)?.active).toEqual(['/searching[0]']);
    expect(statusIn(run, '/start[0]')).toBe('succeeded');
    run.signal('web.search.completed', { hits: 3 });
    expect(statusIn(run, '/searching[0]')).toBe('succeeded');
    expect(viewOf(run).machines.get('' as Address)?.results).toEqual({ searching: { hits: 3 } });
    run.signal('content.analyze.completed', 'Bees.');
    expect(viewOf(run).status).toBe('completed');
    expect(statusIn(run, '/done[0]')).toBe('succeeded');
  });

  test('D6 the path that was taken is green: each of its transitions, and no other', () => {
    const run = runOf(search([SEARCH]), { input: { topic: 'bees' } });
    run.fails('/searching[0]#1');
    run.fails('/retry_search[0]#1');
    const flow = search([SEARCH]);
    const light = lightOfRun(flow, viewOf(run), '' as Address);
    const green = graphOfMachine(flow, { light }).edges.filter(({ state }) => state === 'taken');
    expect(green.map(({ from, to }) => `${from} ${to}`)).toEqual([
      '/start /searching',
      '/searching /retry_search',
      '/retry_search /failed',
    ]);
  });

  test('D6 a state stays active while its action is called, retried or has failed, until it is left', () => {
    const run = runOf(search([SEARCH]), { input: { topic: 'bees' } });
    expect(viewOf(run).status).toBe('running');
    expect(statusIn(run, '/searching[0]')).toBe('running');
    run.fails('/searching[0]#1');
    expect(statusIn(run, '/searching[0]')).toBe('succeeded');
    expect(viewOf(run).machines.get('' as Address)?.active).toEqual(['/retry_search[0]']);
    run.fails('/retry_search[0]#1');
    expect(statusIn(run, '/failed[0]')).toBe('failed');
    expect(viewOf(run).status).toBe('failed');
  });

  test('H1 what a run waits for: a signal by the name of its state, an answer, a pause', () => {
    const run = runOf(search(), { input: { topic: 'bees' } });
    expect(viewOf(run).waiting.map(({ address, kind, name }) => `${address} ${kind} ${name}`)).toEqual([
      '/searching[0]!on-0 signal searching',
      '/searching[0]#1 signal searching',
    ]);
    const paused = runOf(machine({ states: [{ id: 'hold', name: 'Hold it', pause: {} }] }));
    expect(viewOf(paused)).toMatchObject({ pausedBecause: 'plan', status: 'paused' });
    expect(viewOf(paused).waiting).toMatchObject([{ kind: 'resume', name: 'Hold it' }]);
  });

  test('H1 a machine inside a container of a plan is called by the name of its state, too', () => {
    const flow = machine({ id: 'flow', states: [{ id: 'asking', name: 'Asking', on: [{ event: 'go' }] }] });
    const main = plan(`
      both: GROUP ASYNC
        sub: SUB_PLAN {plan: flow}
    `);
    expect(nameInMachine('/both/sub/asking[0]!on-0' as Address, [main, flow])).toBe('Asking');
  });

  test('R17 a machine that is cancelled with its SUB_PLAN leaves no state active', () => {
    const flow = machine({
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }] },
        { id: 'b', type: 'final' },
      ],
    });
    const main = plan('s: SUB_PLAN flow {cancelOn: "stop"}');
    const run = runOf(main, { closure: { plans: [main, flow] } });
    expect(statusIn(run, '/s/a[0]')).toBe('running');
    run.signal('stop');
    expect(statusIn(run, '/s/a[0]')).toBe('cancelled');
  });

  test('D5 states have bars, names with the number of their visit, and lines in words', () => {
    const run = runOf(search(), { input: { topic: 'bees' } });
    run.signal('web.search.no_results');
    run.signal('user.clarification.provided');
    const view = viewOf(run);
    expect(namesOf(view)('/searching[1]' as Address)).toBe('searching · visit 2');
    expect(timelineOf(view).rows.map(({ title }) => title)).toEqual([
      'start',
      'searching',
      'ask_user',
      'searching · visit 2',
    ]);
    const labels = ledgerRows(run.commits, {}, namesOf(view)).map(({ label }) => label);
    for (const label of [
      'searching was entered',
      'searching to ask_user by web.search.no_results',
      expect.stringContaining('searching published web.search.requested'),
    ]) {
      expect(labels).toContainEqual(label);
    }
  });

  test('M4 a run that depends on another reads pending until it begins', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const [started] = run.commits;
    if (started?.fact.type !== 'run.started') throw new Error('no start');
    const pending = runOf(plan('a: CAPABILITY echo'));
    pending.commits.length = 0;
    pending.state = null;
    pending.feed({ ...started.fact, dependsOn: ['other'] });
    expect(viewOf(pending).status).toBe('pending');
    pending.feed({ type: 'dependency.ended', runId: 'other', status: 'completed' });
    expect(viewOf(pending).status).toBe('running');
  });

  test("M1 delays that run say from when and until when, the machine's own too; in the past they stand", () => {
    const flow = machine({
      after: [{ delayMs: 9_000, target: 'b' }],
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }], after: [{ delayMs: 500, target: 'b' }] },
        { id: 'b', after: [{ delayMs: 70, target: 'a' }] },
      ],
    });
    const run = runOf(flow);
    const began = run.commits[0]?.at ?? 0;
    const delays = (now: boolean) => [...lightOfRun(flow, viewOf(run), '' as Address, now).delays];
    expect(delays(true)).toEqual([
      ['/after/0', { from: began, until: began + 9_000, at: null }],
      ['a/after/0', { from: began, until: began + 500, at: null }],
    ]);
    expect(delays(false)[1]?.[1].at).toBe(viewOf(run).at);
    run.signal('go');
    const moved = run.commits.at(-1)?.at ?? 0;
    expect(delays(true).map(([key]) => key)).toEqual(['/after/0', 'b/after/0']);
    expect(delays(true)[1]?.[1]).toEqual({ from: moved, until: moved + 70, at: null });
  });

  test('M1 the machines of a run say where they stand: its own, those of SUB_PLANs, those that states invoke', () => {
    const inner = machine(
      {
        states: [
          { id: 'in', on: [{ event: 'stop', target: 'out' }] },
          { id: 'out', type: 'final' },
        ],
      },
      'inner',
    );
    const flow = machine({ states: [{ id: 'work', invoke: [{ plan: 'inner' }] }] });
    const main = plan('s: SUB_PLAN flow');
    const run = runOf(main, { closure: { plans: [main, flow, inner] } });
    const machines = run.state === null ? [] : machinesIn(run.state);
    expect(new Map(machines.map(({ place, plan: id, standing }) => [place, [id, standing.value]]))).toEqual(
      new Map([
        ['/s', ['flow', 'work']],
        ['/s/work[0]/invoke', ['inner', 'in']],
      ]),
    );
  });

  test('M1 a SUB_PLAN that runs a machine has a picture of it, lit where it stands, in a box that moves nothing', () => {
    const flow = machine({
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }] },
        { id: 'b', type: 'final' },
      ],
    });
    const main = plan('s: SUB_PLAN flow\nt: CAPABILITY echo\ns -> t');
    const run = runOf(main, { closure: { plans: [main, flow] } });
    const drawn = () => graphOfRun(main, viewOf(run));
    const statuses = () => {
      const card = drawn().nodes.find(({ key }) => key === '/s');
      if (card === undefined || card.type === 'STATE' || card.picture === undefined) return null;
      return card.picture.graph.nodes.map(({ key, status }) => [key, status]);
    };
    expect(statuses()).toEqual([
      ['/a', 'running'],
      ['/b', 'pending'],
    ]);
    const places = { s: { x: 0, y: 0 }, t: { x: 260, y: 0 } };
    const boxes = arrange(drawn(), places);
    expect(boxes.get('/s')).toMatchObject({ x: 0, y: 0, form: 'box' });
    expect(boxes.get('/s')?.width).toBeLessThan(260);
    expect([...(boxes.get('/s')?.picture?.keys() ?? [])]).toEqual(['/a', '/b']);
    expect(boxes.get('/t')).toMatchObject({ x: 260, y: 0, form: 'card' });
    // Where something stands right below there is no room: it stays a card.
    const tight = arrange(drawn(), { s: { x: 0, y: 0 }, t: { x: 0, y: 100 } });
    expect(tight.get('/s')).toMatchObject({ form: 'card' });
    run.signal('go');
    expect(statuses()).toEqual([
      ['/a', 'succeeded'],
      ['/b', 'succeeded'],
    ]);
    // Where the states stand has not changed, so it is not worked out again.
    expect(arrange(drawn(), places).get('/s')?.picture).toBe(boxes.get('/s')?.picture);
  });
});

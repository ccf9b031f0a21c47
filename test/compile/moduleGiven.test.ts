import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { exportMachineModule } from '#formats';
import { readPlan, type StateMachinePlan, validateJson } from '#plan';
import { plan, workspace } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';
import { loaded } from './loaded';
import { running } from './runningModule';

/** Takes tickets until it is told to stop; what it is told last is its output. */
const FLOW: StateMachinePlan = machine({
  id: 'flow',
  kind: 'state-machine',
  variables: [
    { id: 'p', scope: 'IN' },
    { id: 'sum', scope: 'OUT', default: 0 },
  ],
  initial: 'open',
  states: [
    {
      id: 'open',
      on: [
        {
          event: 'ticket',
          target: 'open',
          actions: [{ type: 'assign', values: { sum: 'sum + event.data.n' } }],
        },
        { event: 'stop', target: 'closed' },
      ],
    },
    { id: 'closed', type: 'final', output: { sum: '{{ sum + p }}' } },
  ],
});

function machine(of: object): StateMachinePlan {
  const read = readPlan(JSON.parse(JSON.stringify(of)));
  if (!read.ok || read.value.kind !== 'state-machine') throw new Error('no machine');
  return read.value;
}

/** The machine of its own module, with what its author gives to it. */
async function flowMachine(): Promise<unknown> {
  const written = exportMachineModule(FLOW, workspace([FLOW]));
  if (!written.ok) throw new Error(written.problem.message);
  const made = await loaded(written.value.text);
  const given = {
    conditions: {},
    values: {
      'sum + event.data.n': ({
        context,
        event,
      }: {
        context: { sum: number };
        event: { data: { n: number } };
      }) => context.sum + event.data.n,
      'sum + p': ({ context }: { context: { sum: number; p: number } }) => context.sum + context.p,
    },
  };
  return made.createPlanMachine(given as never);
}

const RUNS_FLOW = `
  out n
  s: SUB_PLAN {plan: flow, input: {p: 1}, output: {n: "result.sum"}, timeoutMs: 1000, onError: continue}
  w: EVENT_WAIT {events: [{id: gone, event: gone}]}
  s -> w`;

describe('C3 a state machine that a plan runs', () => {
  test('is the machine of its own module: it hears what nobody waits for, and its output is the result, as in the kernel', async () => {
    const signals: readonly (readonly [string, JsonObject])[] = [
      ['ticket', { n: 4 }],
      ['gone', {}],
      ['ticket', { n: 2 }],
      ['stop', {}],
    ];
    const main = plan(RUNS_FLOW);
    const kernel = new TestRun();
    kernel.feed(startOf(main, { closure: { capabilities: [tool('echo')], plans: [main, FLOW] } }));
    for (const [event, data] of signals) kernel.feed({ type: 'signal.received', event, data });
    const run = await running(main, { plans: [FLOW], machines: { flow: await flowMachine() } });
    for (const [event, data] of signals) await run.signal(event, data);
    expect(kernel.state?.outputs).toEqual({ n: 7 });
    expect(run.end).toEqual({ status: 'completed', output: kernel.state?.outputs, error: null });
    expect(run.visited).toEqual(['/s', '/w#1']);
  });

  test('a wait takes a signal before a machine does, and no machine hears events of XState (case D4)', async () => {
    const main = plan(`
      s: SUB_PLAN {plan: flow, input: {p: 1}}
      w: EVENT_WAIT {events: [{id: gone, event: stop}]}
      b: CAPABILITY echo
      w.gone -> b`);
    const run = await running(main, { plans: [FLOW], machines: { flow: await flowMachine() } });
    await run.signal('xstate.stop');
    await run.signal('stop');
    expect(run.open).toEqual(['/b#1']);
    await run.done('/b#1');
    expect(run.end.status).toBe('going');
    await run.signal('stop');
    expect(run.end.status).toBe('completed');
  });

  test('one that takes too long is stopped; one that is not given is no plan', async () => {
    const run = await running(plan(RUNS_FLOW), { plans: [FLOW], machines: { flow: await flowMachine() } });
    expect(run.waits).toEqual([1000]);
    await run.fire(0);
    expect(run.visited).toEqual(['/s', '/w#1']);
    const none = await running('s: SUB_PLAN {plan: flow, retry: {maxAttempts: 2}}', {
      plans: [FLOW],
    });
    expect(none.end.error).toBe('PLAN_UNKNOWN');
  });

  test('where it stands is JSON, with the machine in it', async () => {
    const run = await running(plan(RUNS_FLOW), { plans: [FLOW], machines: { flow: await flowMachine() } });
    expect(JSON.stringify(run.persisted)).toContain('machine:flow');
  });
});

describe('C3 waits', () => {
  const until = 'd: DELAY {until: "2030-01-01T00:00:00Z"}';

  test('a DELAY until a time is a timer; what is over is not waited for', async () => {
    const run = await running(until, {
      msUntil: (time) => Date.parse(time) - Date.parse('2029-12-31T23:59:00Z'),
    });
    expect(run.waits).toEqual([60_000]);
    await run.fire(0);
    expect(run.end.status).toBe('completed');
    expect((await running(until, { msUntil: () => -5 })).waits).toEqual([0]);
    expect((await running('d: DELAY {until: "1970-01-01T00:00:00Z"}')).waits).toEqual([0]);
  });

  test('a wait that is longer than timers of hosts is made of several', async () => {
    const longest = 2 ** 31 - 1;
    const run = await running(`d: DELAY {forMs: ${longest + 6}}`);
    await run.fire(0);
    expect(run.waits).toEqual([longest, 6]);
    expect(run.end.status).toBe('going');
    await run.fire(1);
    expect(run.end.status).toBe('completed');
  });
});

describe('V1 inputs', () => {
  const sub = {
    ...plan('x: CAPABILITY echo', 'sub'),
    variables: [{ id: 'p', scope: 'IN', schema: { type: 'number' } } as const],
  };
  const fits = (schema: Json, value: Json): boolean =>
    isJsonObject(schema) && validateJson(schema, value).length === 0;

  test('are judged by who is given for it: of the run, and of a SUB_PLAN, which resolves them anew', async () => {
    const main = { ...plan('a: CAPABILITY echo'), variables: sub.variables };
    expect((await running(main, { input: { p: 'x' }, fits })).end.error).toBe('INPUT_INVALID');
    expect((await running(main, { input: { p: 2 }, fits })).open).toEqual(['/a#1']);
    expect((await running(main, { input: { p: 'x' } })).open).toEqual(['/a#1']);
    const calls = 's: SUB_PLAN {plan: sub, input: {p: x}, retry: {maxAttempts: 2}}';
    const run = await running(calls, { plans: [sub], fits });
    expect(run.waits).toEqual([1000]);
    await run.fire(0);
    expect(run.end.error).toBe('INPUT_INVALID');
    expect(run.visited).toEqual(['/s', '/s#2']);
  });
});

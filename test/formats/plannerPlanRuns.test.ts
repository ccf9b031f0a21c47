import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { exportPlannerPlan, importPlannerPlan, recognise, textOfExport } from '#formats';
import { toJson, type Workspace } from '#plan';
import { project } from '#projection';
import { CallError, startRun } from '#runtime';
import { gate, hostOf, settle, story } from '../runtime/notation';

type Works = Parameters<typeof hostOf>[0];

const weigh = { id: 'weigh', type: 'tool', toolId: 'scale.read', input: { bin: 4 } };
const say = { id: 'say', type: 'message', input: 'Weighed.' };
const end = { id: 'end', type: 'finish' };
const WORKS: NonNullable<Works> = {
  'scale.read': ({ bin }) => ({ grams: 7, bin: bin ?? null }),
  'text.say': (input) => input,
};

function imported(value: Json): Workspace {
  const { workspace, diagnostics } = importPlannerPlan(value);
  if (workspace === null) throw new Error(JSON.stringify(diagnostics));
  return workspace;
}

function exported(workspace: Workspace) {
  const [plan] = workspace.plans;
  const result = plan === undefined ? null : exportPlannerPlan(plan, workspace);
  if (!result?.ok) throw new Error('not exported');
  return result.value;
}

function started(value: Json, works: NonNullable<Works> = WORKS) {
  const host = hostOf(works);
  const run = startRun(host, { workspace: imported(value), plan: 'plan', input: {} });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  return { run: run.value, calls: host.calls };
}

async function ran(value: Json, works?: NonNullable<Works>) {
  const { run, calls } = started(value, works);
  await run.done;
  return { run, calls, end: story(run.commits).at(-1), view: project(run.commits) };
}

/** NDJSON of values. */
const lines = (...values: readonly Json[]): string =>
  values.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('reference 6 §3, every shape in and out, and run', () => {
  const EDGES = { nodes: { weigh, say, end }, edges: { weigh: ['say'], say: ['end'] } };

  it.each<[string, Json]>([
    ['{planId, steps}', { planId: 'kiln-7', steps: [weigh, say, end] }],
    ['{steps}', { steps: [weigh, say, end] }],
    ['a list of steps', [weigh, say, end]],
    ['{planId, nodes, edges}', { planId: 'kiln-7', ...EDGES }],
    ['{nodes, edges}', EDGES],
  ])('%s', async (_title, value) => {
    const { calls, end: last } = await ran(value);
    expect(calls).toEqual(['scale.read /weigh#1', 'text.say /say#1']);
    expect(last).toBe('run.completed');
    expect(exported(imported(value))).toEqual({ value, leftOut: [] });
  });

  it('a lone PlanStep with its meta', async () => {
    const value = { ...weigh, meta: { confidence: 0.8 } };
    expect((await ran(value)).calls).toEqual(['scale.read /weigh#1']);
    expect(exported(imported(value)).value).toEqual(value);
  });

  it('nodes without edges: all begin at once', async () => {
    const open = gate<JsonObject>();
    const { run, calls } = started(
      { nodes: { one: { id: 'one', type: 'tool', toolId: 'slow' }, weigh } },
      { ...WORKS, slow: () => open.opened },
    );
    await settle();
    expect(calls).toEqual(['slow /one#1', 'scale.read /weigh#1']);
    open.open({});
    await run.done;
  });

  it('edges[a] lists what runs after a: a node starts when all before it have ended', async () => {
    const open = gate<JsonObject>();
    const value = {
      nodes: { slow: { id: 'slow', type: 'tool', toolId: 'slow' }, weigh, say },
      edges: { slow: ['say'], weigh: ['say'] },
    };
    const { run, calls } = started(value, { ...WORKS, slow: () => open.opened });
    await settle();
    expect(calls).toEqual(['slow /slow#1', 'scale.read /weigh#1']);
    open.open({});
    await run.done;
    expect(calls.at(-1)).toBe('text.say /say#1');
    expect(exported(imported(value)).value).toEqual(value);
  });

  it('edges name the keys of nodes; an id inside that is another one is kept, named, and written back', () => {
    const value = { nodes: { first: weigh, second: say }, edges: { first: ['second'] } };
    const outcome = importPlannerPlan(value);
    expect(outcome.workspace?.plans[0]).toMatchObject({ edges: [{ from: 'first', to: 'second' }] });
    expect(outcome.kept.map(({ path }) => path)).toEqual(['/nodes/first/id', '/nodes/second/id']);
    expect(exported(imported(value)).value).toEqual(value);
  });
});

describe('reference 6 §3, kinds of steps', () => {
  it('tool: what it is given may be anything', async () => {
    for (const input of ['text', 7, true, [1, 2], { a: { b: 1 } }]) {
      const seen: Json[] = [];
      const value = { steps: [{ ...weigh, input }] };
      await ran(value, { 'scale.read': (given) => void seen.push(given) });
      expect(seen).toEqual([input]);
      expect(exported(imported(value)).value).toEqual(value);
    }
  });

  it('tool: a failure ends the plan', async () => {
    const { calls, end: last } = await ran(
      { steps: [weigh, say] },
      {
        ...WORKS,
        'scale.read': () => {
          throw new CallError({ code: 'EMPTY', message: 'Nothing lies on it.' });
        },
      },
    );
    expect([calls, last]).toEqual([['scale.read /weigh#1'], 'run.failed']);
  });

  it.each<[Json, string]>([
    ['Weighed.', 'Weighed.'],
    [{ text: 'Weighed.' }, 'Weighed.'],
    [{ content: 'Weighed.', tone: 'warm' }, 'Weighed.'],
  ])('message %j says its text; what stands beside it is kept', async (input, text) => {
    const said: Json[] = [];
    const value = { steps: [{ id: 'say', type: 'message', input }] };
    await ran(value, { 'text.say': (given) => void said.push(given) });
    expect(said).toEqual([{ text }]);
    const again = exported(imported(value)).value;
    expect(toJson(imported(again))).toEqual(toJson(imported(value)));
    if (isJsonObject(input) && 'tone' in input) expect(again).toEqual(value);
  });

  it.each<[string, JsonObject, Json]>([
    ['an object', { input: { grams: 7 } }, { grams: 7 }],
    ['nothing', {}, {}],
    ['a text, which is the output `result`', { input: 'Seven grams.' }, { result: 'Seven grams.' }],
    ['a list, alike', { input: [1, 2] }, { result: [1, 2] }],
  ])('finish with %s ends the plan and gives it', async (_title, more, outputs) => {
    const value = { steps: [weigh, { ...end, ...more }] };
    const { run } = await ran(value);
    const done = run.commits.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'run.completed');
    expect(done?.data).toMatchObject({ outputs });
    expect(exported(imported(value)).value).toEqual(value);
  });

  it('finish ends what else is running', async () => {
    const never = gate<JsonObject>();
    const value = {
      nodes: { slow: { id: 'slow', type: 'tool', toolId: 'slow' }, weigh, end },
      edges: { weigh: ['end'] },
    };
    const { end: last } = await ran(value, { ...WORKS, slow: () => never.opened });
    expect(last).toBe('run.completed');
  });

  it('internal: its expression is computed, without one it gives null', async () => {
    const value = {
      steps: [
        { id: 'think', type: 'internal' },
        { id: 'sum', type: 'internal', expression: '1 + 1' },
        { id: 'inner', type: 'internal', input: { expression: '2 + 2', why: 'habit' } },
        { id: 'plan', type: 'internal', input: { thought: 'hm' } },
      ],
    };
    const { end: last, calls } = await ran(value);
    expect([calls, last]).toEqual([[], 'run.completed']);
    const [plan] = imported(value).plans;
    expect(plan?.kind === 'capability' && plan.nodes.map(({ params }) => params)).toEqual([
      { expression: 'null' },
      { expression: '1 + 1' },
      { expression: '2 + 2' },
      { expression: 'null' },
    ]);
    expect(importPlannerPlan(value).kept.map(({ path }) => path)).toEqual([
      '/steps/2/input',
      '/steps/3/input',
    ]);
    expect(toJson(imported(exported(imported(value)).value))).toEqual(toJson(imported(value)));
  });

  it('a tool whose name has spaces, or a step under another spelling, says what it was read as', () => {
    const value = { steps: [{ id: 'a', type: 'tool', toolId: 'read scale', args: { bin: 1 } }] };
    const outcome = importPlannerPlan(value);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('READ_AS');
    expect(exported(imported(value)).value).toEqual({
      steps: [{ id: 'a', type: 'tool', toolId: 'read scale', input: { bin: 1 } }],
    });
  });

  it('where two spellings of one thing stand beside each other, the second is kept and named', () => {
    const value = {
      steps: [{ id: 'a', nodeId: 'b', type: 'tool', toolId: 'x', tool: 'y', displayName: 'A', title: 'B' }],
    };
    expect(importPlannerPlan(value).kept.map(({ path }) => path)).toEqual([
      '/steps/0/nodeId',
      '/steps/0/tool',
      '/steps/0/title',
    ]);
    expect(exported(imported(value)).value).toEqual(value);
  });

  it('what stands around a plan is kept: {plan: …}', () => {
    const outcome = importPlannerPlan({ plan: { steps: [weigh] }, model: 'small' });
    expect(outcome.kept.map(({ path }) => path)).toEqual(['/model']);
    expect(exported(imported({ plan: { steps: [weigh] }, model: 'small' })).value).toEqual({
      model: 'small',
      steps: [weigh],
    });
  });
});

describe('reference 3, streaming: one {"type":"step","step":…} a line', () => {
  const step = (value: Json): JsonObject => ({ type: 'step', step: value });

  it.each<[string, string]>([
    ['lines', lines(step(weigh), step(say), step(end))],
    ['bare steps', lines(weigh, say, end)],
    ['both', lines(step(weigh), say, step(end))],
    [
      'lines with blank ones between and a byte order mark',
      `\ufeff${lines(step(weigh))}\n\r\n${lines(step(say), end)}`,
    ],
  ])('%s', async (_title, text) => {
    expect(recognise(text)).toBe('planner-plan');
    const { calls, end: last } = await ran(text);
    expect(calls).toEqual(['scale.read /weigh#1', 'text.say /say#1']);
    expect(last).toBe('run.completed');
    expect(textOfExport(exported(imported(text)))).toBe(lines(step(weigh), step(say), step(end)));
  });

  it('one line alone', async () => {
    const text = lines(step(weigh));
    expect(recognise(text)).toBe('planner-plan');
    expect((await ran(text)).calls).toEqual(['scale.read /weigh#1']);
    expect(textOfExport(exported(imported(text)))).toBe(text);
  });

  it('the same in memory: PlanStep | {partialReasoning} | {finish: {result?}}', async () => {
    const value = [{ partialReasoning: 'First weigh.' }, weigh, { finish: { result: { done: true } } }];
    const { run, calls } = await ran(value);
    expect(calls).toEqual(['scale.read /weigh#1']);
    const done = run.commits.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'run.completed');
    expect(done?.data).toMatchObject({ outputs: { done: true } });
  });

  it('reasoning is no step: it is kept, named, and written back between the same steps', () => {
    const text = lines(
      { type: 'reasoning', text: 'Hm' },
      step(weigh),
      { partialReasoning: 'So…' },
      step(end),
      {
        type: 'reasoning',
        text: 'Done.',
      },
    );
    const outcome = importPlannerPlan(text);
    expect(outcome.kept.map(({ path }) => path)).toEqual(['/0', '/2', '/4']);
    expect(textOfExport(exported(imported(text)))).toBe(text);
  });

  it('what an envelope says besides is kept with its step and written back', () => {
    const text = lines({ seq: 1, ...step(weigh) }, { seq: 2, ...step(end) });
    expect(importPlannerPlan(text).kept).toHaveLength(2);
    expect(textOfExport(exported(imported(text)))).toBe(text);
  });

  it('a stream that was made a graph is no longer lines', () => {
    const workspace = imported(lines(step(weigh), step(say)));
    const [plan] = workspace.plans;
    if (plan?.kind !== 'capability') throw new Error('no plan');
    const { value, lines: isLines } = exported({ ...workspace, plans: [{ ...plan, edges: [] }] });
    expect(isLines).toBeUndefined();
    expect(value).toEqual({ nodes: { weigh, say }, edges: {} });
  });

  it.each([
    ['a line that is no JSON', `${lines(step(weigh))}and then…`, 'JSON_INVALID'],
    [
      'nothing but reasoning',
      lines({ type: 'reasoning', text: 'a' }, { type: 'reasoning', text: 'b' }),
      'NOT_A_PLAN',
    ],
    ['a blank tool', lines(step({ ...weigh, toolId: '' }), step(end)), 'BLANK_TOOL'],
    [
      'a name of the prototype',
      `${lines(step(weigh))}{"type":"step","step":{"id":"x","type":"finish","__proto__":{}}}`,
      'FORBIDDEN_KEY',
    ],
  ])('%s is refused: %s', (_title, text, code) => {
    const outcome = importPlannerPlan(text);
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.map((one) => one.code)).toContain(code);
  });
});

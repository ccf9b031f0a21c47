import { describe, expect, test } from 'vitest';
import { fails, gives, simulated } from '../../notation/simulation';

const LOOK = 'out found\nlook: CAPABILITY echo {output: {found: "result"}';
const RETRIED = `${LOOK}, retry: {maxAttempts: 3, initialIntervalMs: 100}}`;

describe('H4 "KEY is an address without attempt, or a bare node id (every instance of it)"', () => {
  const twice = `
    out one
    both: GROUP ASYNC {merge: COLLECT, output: {one: "result"}}
      a: CAPABILITY echo
      in: GROUP SYNC
        b: CAPABILITY echo
    late: CAPABILITY echo
    both -> late`;

  test('by address', async () => {
    const { outputs } = await simulated(twice, {
      nodes: { '/both/a': [gives(1, 'A')], '/both/in/b': [gives(2, 'B')] },
    });
    expect(outputs).toEqual({ one: ['A', 'B'] });
  });

  test('by bare id', async () => {
    const { outputs, virtualMs } = await simulated(twice, {
      nodes: { a: [gives(1, 'A')], b: [gives(2, 'B')], late: [gives(5)] },
    });
    expect(outputs).toEqual({ one: ['A', 'B'] });
    expect(virtualMs).toBe(7);
  });

  test('"an address goes before a bare id, then default, then {"afterMs": 0, "output": null}"', async () => {
    const nodes = { look: [gives(2, 'by id')], '/look': [gives(3, 'by address')] };
    const byAll = await simulated(`${LOOK}}`, { nodes, default: gives(4, 'by default') });
    expect([byAll.outputs, byAll.virtualMs]).toEqual([{ found: 'by address' }, 3]);
    const byId = await simulated(`${LOOK}}`, {
      nodes: { look: nodes.look },
      default: gives(4, 'by default'),
    });
    expect([byId.outputs, byId.virtualMs]).toEqual([{ found: 'by id' }, 2]);
    const byDefault = await simulated(`${LOOK}}`, {
      nodes: { other: nodes.look },
      default: gives(4, 'by default'),
    });
    expect([byDefault.outputs, byDefault.virtualMs]).toEqual([{ found: 'by default' }, 4]);
    const byNothing = await simulated(`${LOOK}}`);
    expect([byNothing.outputs, byNothing.virtualMs]).toEqual([{ found: null }, 0]);
  });
});

describe('H4 "attempt n of each instance takes the n-th outcome (the last repeats; instances share no cursor)"', () => {
  test('attempt n takes the n-th', async () => {
    const { outputs, lines } = await simulated(RETRIED, {
      nodes: { look: [fails(10), fails(20), gives(30, 'third')] },
    });
    expect(outputs).toEqual({ found: 'third' });
    expect(lines).toEqual([
      '0 /look running',
      '10 /look retrying',
      '110 /look running',
      '130 /look retrying',
      '330 /look running',
      '360 /look succeeded',
    ]);
  });

  test('the last repeats', async () => {
    const { status, error, virtualMs } = await simulated(RETRIED, { nodes: { look: [fails(10, 'DOWN')] } });
    expect(status).toBe('failed');
    expect(error).toEqual({ code: 'DOWN', message: 'It said DOWN.' });
    expect(virtualMs).toBe(10 + 100 + 10 + 200 + 10);
  });

  test('instances share no cursor: an attempt of a container is an instance of what is in it', async () => {
    const text = `
      group: GROUP SYNC {retry: {maxAttempts: 2, initialIntervalMs: 100}}
        look: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 10}}`;
    const first = { look: [fails(1), fails(2), gives(3)] };
    const shared = await simulated(text, { nodes: first });
    expect(shared.status).toBe('failed');
    const second = await simulated(text, { nodes: { ...first, '/group#2/look': [gives(5)] } });
    expect(second.lines).toEqual([
      '0 /group running',
      '0 /group/look running',
      '1 /group/look retrying',
      '11 /group/look running',
      '13 /group/look failed',
      '13 /group retrying',
      '113 /group running',
      '113 /group#2/look running',
      '118 /group#2/look succeeded',
      '118 /group succeeded',
    ]);
  });
});

describe('H4 "OUTCOME is {"afterMs", "output"} or {"afterMs", "error": {"code", "message"}}"', () => {
  test('an output is the result, after so many milliseconds', async () => {
    const { outputs, virtualMs } = await simulated(`${LOOK}}`, {
      nodes: { look: [gives(10, { any: ['json'] })] },
    });
    expect(outputs).toEqual({ found: { any: ['json'] } });
    expect(virtualMs).toBe(10);
  });

  test('an error fails the attempt with that code and message, and nothing else', async () => {
    const { ok, status, error } = {
      ok: true,
      ...(await simulated(`${LOOK}}`, { nodes: { look: [fails(10, 'X')] } })),
    };
    expect({ ok, status, error }).toEqual({
      ok: true,
      status: 'failed',
      error: { code: 'X', message: 'It said X.' },
    });
  });
});

describe('H4 "A PLANNER is answered once per attempt under its own KEY, its output read by P4"', () => {
  const PLANNED = `
    out answer
    models: PLANNER llm {goal: "find", retry: {maxAttempts: 2, initialIntervalMs: 100}}
    execute: PLAN_EXECUTOR
    models -> execute`;
  const STEPS = { steps: [{ id: 'say', toolId: 'echo', input: { text: 'Hi' } }] };

  test('an object, or text around one, is read as a reply would be', async () => {
    for (const output of [STEPS, `Here is my plan:\n${JSON.stringify(STEPS)}`]) {
      const { lines, status } = await simulated(PLANNED, {
        nodes: { models: [gives(20, output)], say: [gives(5)] },
      });
      expect(status).toBe('completed');
      expect(lines).toEqual([
        '0 /models running',
        '20 /models succeeded',
        '20 /execute running',
        '20 /execute@1/say running',
        '25 /execute@1/say succeeded',
        '25 /execute succeeded',
      ]);
    }
  });

  test('one answer an attempt: no repair, no other model, no rules in its place', async () => {
    const { error, lines, ledger } = await simulated(PLANNED, { nodes: { models: [gives(20, 'No idea.')] } });
    expect(error?.code).toBe('PLAN_INVALID');
    expect(lines).toEqual([
      '0 /models running',
      '20 /models retrying',
      '120 /models running',
      '140 /models failed',
    ]);
    expect(ledger.filter(({ fact }) => fact.type === 'plan.replied')).toHaveLength(2);
  });

  test('an error is that of the script; the next attempt takes the next outcome', async () => {
    const failed = await simulated(PLANNED, { nodes: { models: [fails(5, 'MODEL_DOWN')] } });
    expect(failed.error).toEqual({ code: 'MODEL_DOWN', message: 'It said MODEL_DOWN.' });
    const saved = await simulated(PLANNED, { nodes: { '/models': [fails(5), gives(5, STEPS)] } });
    expect(saved.status).toBe('completed');
  });

  test('rules and HTN are planners too: the script answers in their place', async () => {
    const { status, variables } = await simulated(PLANNED.replace('llm', 'rules'), {
      nodes: { models: [gives(1, STEPS)] },
    });
    expect(status).toBe('completed');
    expect(variables.dynamicPlan).toMatchObject({ nodes: [{ id: 'say' }] });
  });

  test('interpret only reads the text that is there, unless the script says otherwise', async () => {
    const text = `
      in plan
      read: PLANNER {planInputVariable: plan}`;
    const inputs = { plan: JSON.stringify(STEPS) };
    expect((await simulated(text, { inputs, default: gives(9) })).status).toBe('completed');
    expect((await simulated(text, { inputs, nodes: { read: [gives(0, 'Nothing.')] } })).status).toBe(
      'failed',
    );
  });
});

describe('H4 "Every leaf command is answered by the script"', () => {
  test('steps of a proposed plan, by the address of their instance', async () => {
    const text = `
      plan: PLANNER llm {goal: "find"}
      execute: PLAN_EXECUTOR
      plan -> execute`;
    const { lines } = await simulated(text, {
      nodes: {
        plan: [gives(0, { steps: [{ toolId: 'echo', input: { text: 'Hi' } }] })],
        '/execute@1/step-1': [gives(30)],
      },
    });
    expect(lines).toContain('30 /execute@1/step-1 succeeded');
  });

  test('no effect is performed and nothing is asked: the same script gives the same ledger, byte for byte', async () => {
    const text = `
      out found
      look: CAPABILITY documents.search {input: {query: "x"}, output: {found: "result"}}`;
    const script = { nodes: { look: [gives(10, 'scripted')] } };
    const [one, other] = [await simulated(text, script), await simulated(text, script)];
    expect(one.outputs).toEqual({ found: 'scripted' });
    expect(other.ledger).toEqual(one.ledger);
  });
});

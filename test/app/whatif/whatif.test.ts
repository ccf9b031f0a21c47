import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { readScript } from '#plan';
import { answerableNodes, askableNodes, sampleOf, signalsOf } from '../../../src/app/whatif/answerable';

import {
  changeOutcome,
  itemsOf,
  outcomesOf,
  scriptFromRun,
  shortOutcomes,
  withOutcomes,
  withSamples,
} from '../../../src/app/whatif/script';

import { plan } from '../../notation/plan';
import { gives, simulated } from '../../notation/simulation';

const PLAN = `
  in question
  out found
  look: CAPABILITY text.upper {input: {text: "x"}, output: {found: "result.text"}, retry: {maxAttempts: 2}}
  all: GROUP ASYNC
    a: CAPABILITY echo
    ask: HUMAN_INPUT Well? {decisions: [yes, no]}
  plan: PLANNER llm {goal: "x"}
  execute: PLAN_EXECUTOR {approve: always}
  look -> all
  all -> plan
  plan -> execute`;

const KNOWN = { plans: [], features: [], catalogue: BUILT_IN_CATALOGUE };

describe('H4 "also in the interface": what can be scripted is found in the plan', () => {
  it('calls and planners at any depth, and steps that a simulation has planned', async () => {
    const authored = answerableNodes(plan(PLAN), KNOWN, []);
    expect(authored.map(({ key, address }) => [key, address])).toEqual([
      ['look', '/look'],
      ['a', '/all/a'],
      ['plan', '/plan'],
    ]);
    const { ledger } = await simulated(PLAN.replace('{approve: always}', ''), {
      inputs: { question: 'q' },
      nodes: { look: [gives(0, { text: 'X' })], plan: [gives(1, { steps: [{ toolId: 'echo' }] })] },
      events: [{ atMs: 5, answer: { address: '/all/ask', value: { decision: 'yes' } } }],
    });
    const after = answerableNodes(plan(PLAN), KNOWN, ledger);
    expect(after.at(-1)).toMatchObject({ key: '/execute@1/step-1', kind: 'planned step · echo' });
  });

  it('what lies in plans that it runs inside goes by its address; a plan that runs itself is listed once', () => {
    const inner = plan('look: CAPABILITY echo\nagain: SUB_PLAN inner {maxDepth: 3}', 'inner');
    const outer = plan('look: CAPABILITY echo\ncall: SUB_PLAN inner');
    const found = answerableNodes(outer, { ...KNOWN, plans: [outer, inner] }, []);
    expect(found.map(({ key }) => key)).toEqual(['look', '/call/look']);
  });

  it('guards have KEYs of their own', () => {
    const features = [{ id: 'may', capability: 'echo', phase: 'pre', kind: 'guard' }] as const;
    const found = answerableNodes(
      plan('look: CAPABILITY echo {features: [{feature: may}]}'),
      { ...KNOWN, features },
      [],
    );
    expect(found.map(({ key, sample }) => [key, sample])).toEqual([
      ['look!pre-1', true],
      ['look', null],
    ]);
  });

  it('who may be asked, with an answer that fits, and since when', async () => {
    const { ledger } = await simulated(PLAN, {
      inputs: { question: 'q' },
      nodes: { look: [gives(30, { text: 'X' })] },
    });
    expect(askableNodes(plan(PLAN), ledger)).toEqual([
      { address: '/all/ask', title: expect.any(String), sample: { decision: 'yes' }, waitsFrom: 30 },
      {
        address: '/execute!approve',
        title: expect.any(String),
        sample: { decision: 'approve' },
        waitsFrom: null,
      },
    ]);
  });

  it('in rounds the first, and whoever was asked in a simulation; signals that are listened for', () => {
    const rounds = plan(`
      each: ITERATOR [1, 2] {itemVariable: item}
        ask: HUMAN_INPUT Well?
      hear: EVENT_WAIT {events: {paid: order.paid}, cancelOn: stop}`);
    expect(askableNodes(rounds, []).map(({ address }) => address)).toEqual(['/each[0]/ask']);
    expect(signalsOf(rounds)).toEqual(['order.paid', 'stop']);
  });

  it('an output begins with the least that its schema allows', () => {
    expect(
      sampleOf({
        type: 'object',
        properties: {
          text: { type: 'string' },
          rows: { type: 'array' },
          n: { type: 'integer' },
          on: { type: 'boolean' },
        },
      }),
    ).toEqual({ text: '', rows: [], n: 0, on: false });
    expect(sampleOf({ enum: ['b', 'a'] })).toBe('b');
    expect(sampleOf({})).toBeNull();
  });

  it('the list has the inputs first, then the nodes, then what is said of all', () => {
    const script = { nodes: { look: [{ afterMs: 10, error: { code: 'X', message: '' } }] } };
    const items = itemsOf(plan(PLAN), answerableNodes(plan(PLAN), KNOWN, []), script);
    expect(items.map(({ key, short }) => `${key} ${short}`)).toEqual([
      '*inputs defaults',
      'look fails, 10 ms',
      'a ',
      'plan no plan yet',
      '*rest 0 ms',
      '*events no answers',
      '*script JSON',
    ]);
  });

  it('what was scripted and never asked for says so', () => {
    const script = { nodes: { a: [gives(10)] } };
    const nodes = answerableNodes(plan(PLAN), KNOWN, []);
    const item = itemsOf(plan(PLAN), nodes, script, ['a']).find(({ key }) => key === 'a');
    expect(item?.short).toBe('10 ms, not asked');
  });
});

describe('a script that is begun with samples', () => {
  it('answers every node with the least that fits it; what was said already stays', async () => {
    const nodes = answerableNodes(plan(PLAN), KNOWN, []);
    const script = withSamples({ nodes: { a: [gives(5, 'mine')] } }, nodes);
    expect(outcomesOf(script, 'look')).toEqual([gives(10, { text: '' })]);
    expect(outcomesOf(script, 'a')).toEqual([gives(5, 'mine')]);
    const { status, lines } = await simulated(PLAN, { ...script, inputs: { question: 'q' } });
    expect([status, lines.at(-1)]).toEqual(['waiting', '15 /all/a succeeded']);
  });
});

describe('a script that is edited stays one', () => {
  it('outcomes are put, changed and taken away', () => {
    const one = withOutcomes({}, 'look', [{ afterMs: 10, output: { text: 'a' } }]);
    const [outcome = {}] = outcomesOf(one, 'look');
    const changed = withOutcomes(one, 'look', [changeOutcome(outcome, ['output', 'text'], 'b')]);
    expect(changed).toEqual({ nodes: { look: [{ afterMs: 10, output: { text: 'b' } }] } });
    expect(withOutcomes(changed, 'look', [])).toEqual({});
  });

  it('an outcome that loses its last field gives nothing, and is still an outcome', () => {
    const emptied = changeOutcome({ afterMs: 1, output: { text: 'a' } }, ['output', 'text'], undefined);
    expect(readScript({ default: emptied }).ok).toBe(true);
    expect(emptied).toEqual({ afterMs: 1, output: {} });
  });

  it('says at a glance what it says', () => {
    expect(shortOutcomes([])).toBe('');
    expect(shortOutcomes([{ afterMs: 5, output: 1 }])).toBe('5 ms');
    expect(shortOutcomes([{ output: 1 }, { output: 2 }])).toBe('2 outcomes');
  });
});

describe('"As in this run": the script of a run that has happened', () => {
  it('repeats it: the same entries at the same times', async () => {
    const script = {
      inputs: { question: 'q' },
      nodes: {
        look: [{ afterMs: 10, error: { code: 'DOWN', message: 'No.' } }, gives(20, { text: 'X' })],
        plan: [gives(7, { steps: [{ id: 'say', toolId: 'echo', input: { text: 'Hi' } }] })],
        say: [gives(3, 'said')],
      },
      events: [
        { atMs: 2000, answer: { address: '/all/ask#1', value: { decision: 'no' } } },
        { atMs: 3000, answer: { address: '/execute!approve', value: { decision: 'approve' } } },
      ],
      startAt: '2026-01-01T00:00:00Z',
    };
    const first = await simulated(PLAN, script);
    expect(first.status).toBe('completed');
    const again = await simulated(PLAN, scriptFromRun(first.ledger));
    expect(again.lines).toEqual(first.lines);
    expect(again.outputs).toEqual(first.outputs);
    expect(again.ledger.map(({ at }) => at)).toEqual(first.ledger.map(({ at }) => at));
  });

  it('with signals, waits of calls, breaks and merges, round by round', async () => {
    const text = `
      out all
      each: ITERATOR [1, 2] {merge: "CAPABILITY(text.join)"}
        look: CAPABILITY echo
        more: CAPABILITY echo
        look -> more`;
    const first = await simulated(text, {
      nodes: {
        '/each[0]/look': [{ afterMs: 1, output: null, waitFor: { event: 'go' } }, gives(2)],
        '/each[1]/look': [{ afterMs: 3, output: 1, break: 'scope' }],
        '/each!merge': [gives(4, { all: 'merged' })],
      },
      events: [{ atMs: 10, signal: 'go', data: 1 }],
    });
    expect(first.outputs).toEqual({ all: 'merged' });
    const again = await simulated(text, scriptFromRun(first.ledger));
    expect([again.lines, again.outputs]).toEqual([first.lines, first.outputs]);
  });
});

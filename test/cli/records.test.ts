import { describe, expect, it } from 'vitest';
import { write } from '#plan';
import { machine } from '../notation/machine';
import { workspace } from '../notation/plan';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const FILE = files.file(
  'two.planloom.json',
  documentOf('a: CAPABILITY echo {input: {text: hello}}\nb: CAPABILITY echo {input: {text: bye}}\na -> b'),
);

describe('planloom records', () => {
  it('K12 one for the run, one for each attempt of a node, one for what it was started with', async () => {
    const ledger = files.path('run.ndjson');
    await planloom(['run', FILE, '--ledger', ledger, '--run-id', 'run-1', '--session', 'talk']);
    const { exit, json, stderr } = await planloom(['records', ledger]);
    expect([exit, stderr]).toEqual([0, '']);
    expect(Object.keys(json)).toEqual(['run', 'nodes', 'config']);
    expect(json.run).toMatchObject({
      runId: 'run-1',
      sessionId: 'talk',
      status: 'completed',
      nodes: 2,
      calls: 2,
    });
    expect(
      json.nodes.map(({ node, order, activityType, status }: Record<string, unknown>) => [
        node,
        order,
        activityType,
        status,
      ]),
    ).toEqual([
      ['a', 1, 'CAPABILITY:echo', 'succeeded'],
      ['b', 2, 'CAPABILITY:echo', 'succeeded'],
    ]);
    expect(json.config).toMatchObject({ runId: 'run-1', planHash: json.run.planHash });
  });

  it('K12, L8 of a machine: its states, what their responders and invocations called', async () => {
    const flow = machine({
      responders: [{ id: 'web', request: 'search', response: 'found', capability: 'echo' }],
      states: [
        {
          id: 'looking',
          name: 'Looking',
          action: { event: 'search', response: 'found' },
          defaultNext: 'work',
        },
        { id: 'work', invoke: [{ capability: 'echo', onDone: [{ target: 'end' }] }] },
        { id: 'end', type: 'final' },
      ],
    });
    const file = files.file('flow.planloom.json', write(workspace([flow as never])));
    const ledger = files.path('flow.ndjson');
    await planloom(['run', file, '--ledger', ledger]);
    const { json } = await planloom(['records', ledger]);
    expect(
      json.nodes.map((row: Record<string, unknown>) => [row.address, row.name, row.activityType]),
    ).toEqual([
      ['/looking[0]', 'Looking', 'CAPABILITY:echo'],
      ['/work[0]', 'work', 'STATE'],
      ['/work[0]/invoke', 'invoke', 'CAPABILITY:echo'],
      ['/end[0]', 'end', 'STATE'],
    ]);
  });

  it('K12 --at shows them as they stood then', async () => {
    const ledger = files.path('at.ndjson');
    await planloom(['run', FILE, '--ledger', ledger]);
    const { json } = await planloom(['records', ledger, '--at', '1']);
    expect([json.run.status, json.nodes.length]).toEqual(['running', 1]);
  });

  it.each([
    [['nowhere.ndjson'], 'FILE_MISSING'],
    [[FILE], 'LEDGER_LINE_INVALID'],
    [[FILE, '--at', 'soon'], 'USAGE'],
    [[], 'USAGE'],
  ])('H1 %j is refused with %s', async (args, code) => {
    const ran = await planloom(['records', ...args]);
    expect(ran.exit).toBe(2);
    expect(ran.json.diagnostics[0].code).toBe(code);
  });
});

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { plan, workspace } from '../../notation/plan';
import { fails, gives, linesOf, type Simulated, simulatedIn } from '../../notation/simulation';

const FEATURES = [
  { id: 'may', capability: 'echo', phase: 'pre', kind: 'guard' },
  { id: 'sure', capability: 'echo', phase: 'pre', kind: 'guard' },
];

function guarded(text: string, script: JsonObject): Promise<Simulated> {
  return simulatedIn(workspace([plan(text)], { features: FEATURES }), script);
}

const LOOK =
  'look: CAPABILITY echo {features: [{feature: may}, {feature: sure}], retry: {maxAttempts: 2, initialIntervalMs: 10}}';

describe('H4 "a guard is answered under <node>!pre-<n>"', () => {
  test('by bare id and by address, each guard under its own number', async () => {
    for (const node of ['look', '/look']) {
      const { lines } = await guarded(LOOK, {
        nodes: {
          [`${node}!pre-1`]: [gives(10, true)],
          [`${node}!pre-2`]: [gives(20, true)],
          look: [gives(5)],
        },
      });
      expect(lines).toEqual(['0 /look running', '35 /look succeeded']);
    }
  });

  test('false refuses the node, without a retry', async () => {
    const { lines, error } = await guarded(LOOK, { nodes: { 'look!pre-2': [gives(10, false)] } });
    expect(error?.code).toBe('GUARD_REFUSED');
    expect(lines).toEqual(['0 /look running', '10 /look failed']);
  });

  test("an error of a guard is the node's, without a retry", async () => {
    const { lines, error } = await guarded(LOOK, { nodes: { 'look!pre-1': [fails(10, 'DOWN')] } });
    expect(error).toEqual({ code: 'DOWN', message: 'It said DOWN.' });
    expect(lines).toEqual(['0 /look running', '10 /look failed']);
  });

  test('guards are asked once, whatever attempts follow', async () => {
    const { lines } = await guarded(LOOK, {
      nodes: { 'look!pre-1': [gives(10, true), gives(0, false)], look: [fails(5), gives(5)] },
    });
    expect(lines).toEqual(['0 /look running', '15 /look retrying', '25 /look running', '30 /look succeeded']);
  });

  test('a guard that was withdrawn is answered late, at its node', async () => {
    const run = await guarded(LOOK, {
      nodes: { 'look!pre-1': [gives(50, true)] },
      events: [{ atMs: 10, command: 'cancel' }],
    });
    expect(run.lines).toEqual(['0 /look running', '10 /look cancelled', '50 /look late']);
  });
});

describe('H4 "and passes, taking no turn, when the script has no such KEY"', () => {
  test('it passes: neither the KEY of its node nor the default answers for it', async () => {
    const { lines, status } = await guarded(LOOK, {
      nodes: { look: [gives(5)] },
      default: fails(99, 'NEVER'),
    });
    expect([status, lines]).toEqual(['completed', ['0 /look running', '5 /look succeeded']]);
  });

  test('taking no turn: the call behind it leaves where it would without a guard', async () => {
    const text = (features: string) => `
      a: CAPABILITY echo ${features}
      b: CAPABILITY echo
      after: CAPABILITY echo`;
    const script = { default: gives(0) };
    const plain = await guarded(text(''), script);
    const passed = await guarded(text('{features: [{feature: may}, {feature: sure}]}'), script);
    expect(passed.lines).toEqual(plain.lines);
    const scripted = await guarded(text('{features: [{feature: may}]}'), {
      ...script,
      nodes: { 'a!pre-1': [gives(0, true)] },
    });
    expect(linesOf(scripted, '/a', '/b').filter((line) => line.endsWith('succeeded'))).toEqual([
      '0 /b succeeded',
      '0 /a succeeded',
    ]);
  });

  test('a guard of a container is asked before its scope opens', async () => {
    const { lines } = await guarded(
      `
      all: GROUP SYNC {features: [{feature: may}]}
        look: CAPABILITY echo`,
      { nodes: { 'all!pre-1': [gives(10, true)], look: [gives(5)] } },
    );
    expect(lines).toEqual([
      '0 /all running',
      '10 /all/look running',
      '15 /all/look succeeded',
      '15 /all succeeded',
    ]);
  });

  test('a node that waits for a mutex is asked when it holds it (L4)', async () => {
    const { lines } = await guarded(
      `
      a: CAPABILITY echo {mutex: door}
      b: CAPABILITY echo {mutex: door, features: [{feature: may}]}`,
      { nodes: { a: [gives(10)], 'b!pre-1': [gives(5, true)], b: [gives(1)] } },
    );
    expect(lines).toEqual([
      '0 /a running',
      '0 /b waiting',
      '10 /a succeeded',
      '10 /b running',
      '16 /b succeeded',
    ]);
  });
});

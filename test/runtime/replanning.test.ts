import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { type Commit, replay } from '#kernel';
import type { ModelEvent, ModelRequest, Models, RunHandle } from '#runtime';
import { hostOf, settle, start, statusesOf, takeUp } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };
const REST: JsonObject = { models: [SPEC], connections: [{ id: 'server' }] };

const tool = (id: string, toolId: string, dependsOn: readonly string[], input: JsonObject = {}) => ({
  ...{ id, type: 'tool', toolId, input, dependsOn },
});
const FIRST = {
  steps: [
    tool('look', 'echo', [], { text: 'looked' }),
    tool('wire', 'wire.read', ['look']),
    tool('sum', 'echo', ['wire'], { text: '{{ steps.wire.text }}' }),
    tool('note', 'echo', ['sum'], { text: 'done' }),
  ],
};
/** Another way is added, the sum changes, the note goes. */
const SECOND = {
  steps: [
    { type: 'tool', toolId: 'hand.read', input: { from: '{{ steps.look.text }}' }, dependsOn: ['look'] },
    tool('sum', 'echo', ['step-1'], { text: '{{ steps["step-1"].from }}' }),
  ],
};

/** A model that answers by what it is asked: for the plan, or for another because of the first. */
function planning(second: object = SECOND): Models & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    list: [SPEC],
    stream: async function* (request) {
      requests.push(request);
      const isAgain = request.messages.some(({ text }) => text.includes('may not go on as it is'));
      yield { type: 'text', text: JSON.stringify(isAgain ? second : FIRST) };
      yield DONE;
    },
  };
}

const PLAN = (replan: string) => `
  var dynamicPlan
  plan: PLANNER llm {goal: "Read it.", models: [main], repairRetries: 0}
  execute: PLAN_EXECUTOR {replan: ${replan}, retry: {maxAttempts: 3, initialIntervalMs: 0}}
  plan -> execute
`;
const WORLD = {
  'wire.read': () => {
    throw new Error('The wire is cut.');
  },
  'hand.read': (input: JsonObject) => input,
  'model.generate': () => ({ text: '{"reason": "It works.", "score": 0.9}' }),
};

/** Lets a run go to its end, timers and all. */
async function toTheEnd(host: ReturnType<typeof hostOf>, run: RunHandle): Promise<readonly Commit[]> {
  for (let round = 0; round < 40 && statusesOf(run.commits)?.match(/completed|failed/) == null; round++) {
    await settle();
    host.clock.advance(10);
  }
  return run.commits;
}

describe('P9 a planner is asked for another plan', () => {
  it('with the reason, what has run and what has not; the revision keeps, adds, changes and drops', async () => {
    const models = planning();
    const host = hostOf(WORLD, { models });
    const commits = await toTheEnd(host, start(host, PLAN('{}'), { rest: REST }));
    expect(host.calls).toEqual([
      'echo /execute@1/look#1',
      'wire.read /execute@1/wire#1',
      'wire.read /execute@1/wire#2',
      'wire.read /execute@1/wire#3',
      'hand.read /execute@2/step-1#1',
      'echo /execute@2/sum#1',
    ]);
    const asked = models.requests[1]?.messages.at(-1)?.text ?? '';
    expect(asked).toContain('The step \\"wire\\" failed 3 times. The capability broke off: The wire is cut.');
    expect(asked).toContain('"status":"failed"');
    expect(asked).toContain('"notStarted":{"steps":[{"dependsOn":["wire"],"id":"sum"');
    expect(statusesOf(commits)).toBe('run.completed');
    expect(replay(commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('R13 ids of steps that never started are not given to others, and what has run cannot be written anew', async () => {
    const models = planning({ steps: [tool('look', 'echo', [], { text: 'again' })] });
    const host = hostOf(WORLD, { models });
    const commits = await toTheEnd(host, start(host, PLAN('{}'), { rest: REST }));
    const last = commits.at(-1)?.entries.at(-1);
    expect(last).toMatchObject({ kind: 'run.failed', data: { error: { code: 'CAPABILITY_THREW' } } });
    expect(JSON.stringify(last)).toMatch(
      /The wire is cut\. No plan could be made\. Tried: Scripted was refused/,
    );
  });

  it('K6 after a crash at any commit the run comes to the same, and nothing that finished is done again', async () => {
    const whole = hostOf(WORLD, { models: planning() });
    const commits = await toTheEnd(whole, start(whole, PLAN('{viability: 0.5}'), { rest: REST }));
    const ends = endsOf(commits);
    for (let length = 1; length < commits.length; length++) {
      const before = commits.slice(0, length);
      const host = hostOf(WORLD, { models: planning() });
      const run = takeUp(host, PLAN('{viability: 0.5}'), before);
      await run.resume();
      const after = await toTheEnd(host, run);
      expect(endsOf(after), `after ${length}`).toEqual(ends);
      const finished = new Set(before.flatMap(({ fact }) => ('address' in fact ? [fact.address] : [])));
      const again = host.calls.filter((call) => finished.has(call.split(' ')[1] as never));
      expect(again, `after ${length}`).toEqual([]);
      expect(replay(after)).toMatchObject({ ok: true, status: 'completed' });
    }
  });
});

/** How every step came out, in their order. */
function endsOf(commits: readonly Commit[]): readonly string[] {
  return commits.flatMap(({ entries }) =>
    entries
      .filter(({ kind }) => kind === 'node.succeeded' || kind === 'node.failed' || kind === 'plan.opened')
      .map(({ kind, address }) => `${kind} ${address}`),
  );
}

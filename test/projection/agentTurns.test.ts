import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { agentTurns, isThinking, project } from '#projection';
import { ASKING, answers, says } from '../notation/models';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const PLAN = plan('a: AGENT Count {tools: [find, echo], successCriteria: "a number"}');

function turnsOf(run: ReturnType<typeof runOf>) {
  const [node] = PLAN.nodes;
  if (node === undefined || !isThinking(node)) throw new Error('no agent');
  return agentTurns(node, '/a' as Address, project(run.commits)).map((turn) => ({
    number: turn.number,
    words: turn.words,
    wanted: turn.wanted?.tool ?? null,
    came: turn.action?.result ?? turn.action?.error?.code ?? null,
    answer: turn.answer ?? null,
    met: turn.met,
    reason: turn.reason,
  }));
}

describe('L11 the turns of an agent', () => {
  test('L11 thought, call, what came and verdict stand together, also where a model says more than was asked', () => {
    const run = runOf(PLAN, ASKING);
    run.done('/a/think-1#1', says('Well: {"thought": "Look.", "action": {"tool": "find", "input": {}}} So.'));
    run.fails('/a/act-1#1', 'GONE');
    run.done('/a/judge-1#1', answers({ reason: 'Nothing yet.', met: false }));
    run.done('/a/think-2#1', answers({ thought: 'Three.', answer: 'three' }));
    expect(turnsOf(run)).toEqual([
      {
        number: 1,
        words: 'Look.',
        wanted: 'find',
        came: 'GONE',
        answer: null,
        met: false,
        reason: 'Nothing yet.',
      },
      { number: 2, words: 'Three.', wanted: null, came: null, answer: 'three', met: null, reason: null },
    ]);
  });
});

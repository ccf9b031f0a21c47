import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { agentTranscript, agentTurns, graphOfRun, isThinking, project } from '#projection';
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

  test('L11 its card tells them line by line, the last one as far as it has come', () => {
    const run = runOf(PLAN, ASKING);
    expect(told(run)).toEqual(['1 thought thinking…']);
    run.done(
      '/a/think-1#1',
      answers({ thought: 'Look.', action: { tool: 'find', input: { word: 'oak', top: 3 } } }),
    );
    expect(told(run)).toEqual(['1 thought Look.', '1 call find top: 3, word: "oak"', '1 seen running…']);
    run.fails('/a/act-1#1', 'GONE');
    run.done('/a/judge-1#1', answers({ reason: 'Nothing yet.', met: false }));
    run.done('/a/think-2#1', answers({ thought: 'Three.', answer: 'three' }));
    expect(told(run)).toEqual([
      '1 thought Look.',
      '1 call find top: 3, word: "oak"',
      '1 trouble It said GONE.',
      '1 verdict not met yet: Nothing yet.',
      '2 thought Three.',
      '2 answer "three"',
    ]);
    const [card] = graphOfRun(PLAN, project(run.commits)).nodes;
    expect(card?.type === 'AGENT' && card.transcript).toHaveLength(6);
  });
});

/** The lines of its card: turn, kind, words. */
function told(run: ReturnType<typeof runOf>) {
  const [node] = PLAN.nodes;
  if (node === undefined || !isThinking(node)) throw new Error('no agent');
  const turns = agentTurns(node, '/a' as Address, project(run.commits));
  return agentTranscript(turns).map(({ turn, kind, text }) => `${turn} ${kind} ${text}`);
}

import { describe, expect, test } from 'vitest';
import type { Address, Json } from '#base';
import { type AgentCard, agentTurns, graphOfRun, isThinking, project } from '#projection';
import { ASKING, answers, says } from '../notation/models';
import { plan } from '../notation/plan';
import { runOf, tool } from '../notation/run';

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
    expect(told(run)).toEqual(['1 thought Look.', '1 call find top: 3, word: "oak"', '1 running running…']);
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
  });
});

describe('L11 the card of an agent', () => {
  const THREE = plan(
    `a: AGENT Count {tools: [find, echo], maxIterations: 3, timeoutMs: 60000,
    successCriteria: "- names a number\\n- says of what\\n- gives a source"}`.replace('\n    ', ' '),
  );
  const usage = { inputTokens: 300, outputTokens: 100, microUnits: 3_100, currency: 'EUR' };
  const thinks = (run: ReturnType<typeof runOf>, turn: number, word: string) =>
    run.done(`/a/think-${turn}#1`, answers({ thought: 'Look.', action: { tool: 'find', input: { word } } }), {
      usage,
    });

  function afterTurn(met: readonly (readonly number[] | boolean)[], setup = ASKING) {
    const run = runOf(THREE, setup);
    for (const [index, one] of met.entries()) {
      const turn = index + 1;
      thinks(run, turn, `w${turn}`);
      run.done(`/a/act-${turn}#1`, { rows: turn });
      run.done(`/a/judge-${turn}#1`, answers({ reason: 'So.', met: one as Json }));
    }
    return run;
  }

  test('L11 its criteria stand with the turn since which they are met; one that is lost again is told', () => {
    const met = (one: AgentCard) =>
      one.criteria.map(({ since, isLost }) => since ?? (isLost ? 'lost' : 'open'));
    expect(met(cardOf(THREE, afterTurn([[1]])))).toEqual([1, 'open', 'open']);
    expect(met(cardOf(THREE, afterTurn([[1], [1, 2]])))).toEqual([1, 2, 'open']);
    expect(met(cardOf(THREE, afterTurn([[1, 2], [2]])))).toEqual(['lost', 1, 'open']);
    expect(met(cardOf(THREE, afterTurn([false, true])))).toEqual([2, 2, 2]);
    const [card] = graphOfRun(THREE, project(afterTurn([[1], [1, 2]]).commits)).nodes;
    expect(card?.line).toBe('turn 3 of 3 · 2 of 3 met');
  });

  test('L11 its limits: turns of those it may have, time of its own, tokens and money of what the run has left', () => {
    const [turns, tokens, money, time] = cardOf(THREE, afterTurn([[1]])).meters;
    expect(turns).toMatchObject({ name: 'Turns', used: '2', limit: '3' });
    expect(tokens).toMatchObject({ name: 'Tokens', used: '400', limit: null });
    expect(money).toMatchObject({ name: 'Money', used: '0.0031 EUR', limit: null });
    expect(time).toMatchObject({ name: 'Time', limitMs: 60_000, span: { at: null } });
    const bounded = afterTurn([[1]], { ...ASKING, budget: { tokens: 100_000 } });
    expect(cardOf(THREE, bounded).meters[1]).toMatchObject({ used: '400', limit: '100,000', share: 0.004 });
  });

  test('L11 in its last turn the sentence says what follows; before it there is none', () => {
    expect(cardOf(THREE, afterTurn([[1]]))).toMatchObject({ atLimit: null, lit: 2 });
    expect(cardOf(THREE, afterTurn([[1], [1]])).atLimit).toBe(
      'This is its last turn. Without an answer in it the agent fails.',
    );
    const failed = afterTurn([[1], [1], [1]]);
    expect(failed.lines).toContain('failed AGENT_LIMIT');
    expect(cardOf(THREE, failed)).toMatchObject({ atLimit: null, lit: null, turns: { had: 3, most: 3 } });
  });

  test('K10 a run that has used up its tokens says at the agent that it waits for more', () => {
    const asking = { ...tool('model.generate', 'read'), tags: ['model'] };
    const closure = { ...ASKING.closure, capabilities: [asking, tool('echo', 'pure'), tool('find', 'read')] };
    const run = runOf(THREE, { closure, budget: { tokens: 400 } });
    thinks(run, 1, 'oak');
    run.done('/a/act-1#1', {});
    expect(run.status).toBe('paused');
    expect(cardOf(THREE, run).atLimit).toBe(
      'The run has used up its tokens. It goes on when its budget is raised.',
    );
  });

  test('L11 it shows the goal as it was told it, and the model that it asked', () => {
    const filled = plan('in region\na: AGENT "Why did {{ region }} fall?" {tools: [find]}');
    const run = runOf(filled, { ...ASKING, input: { region: 'West\n\nand South' } });
    expect(cardOf(filled, run)).toMatchObject({
      goal: expect.stringContaining('Why did West'),
      model: 'small',
    });
    expect(cardOf(filled, run).goal).toContain('and South fall?');
  });
});

function cardOf(of: typeof PLAN, run: ReturnType<typeof runOf>): AgentCard {
  const [card] = graphOfRun(of, project(run.commits)).nodes;
  if (card?.type !== 'AGENT' || card.agent === undefined) throw new Error('no agent');
  return card.agent;
}

/** The lines of its card: turn, kind, words. */
function told(run: ReturnType<typeof runOf>) {
  return cardOf(PLAN, run).lines.map(({ turn, kind, text }) => `${turn} ${kind} ${text}`);
}

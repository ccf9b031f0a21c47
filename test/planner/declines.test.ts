import { describe, expect, test } from 'vitest';
import { machineStream, objectStream, planStream, readReply } from '#planner';
import { plannerState } from './plannerState';

const STATE = plannerState();
const REASON = 'No tool sends letters.';
const step = { id: 'a', type: 'tool', toolId: 'echo', input: { text: 'x' } };
const json = JSON.stringify;
const no = { type: 'decline', reason: REASON };

describe('P13 a model may decline', () => {
  const forms: readonly [string, string][] = [
    ['as the only step', json({ steps: [no] })],
    ['as a step with an id', json({ steps: [{ id: 'a', ...no }] })],
    ['as a line of a stream', json(no)],
    ['as an enveloped line', json({ type: 'step', step: no })],
    ['as a line, and finish after it', `${json(no)}\n{"type":"finish"}`],
    ['after a thought', `{"type":"reasoning","text":"Letters need stamps."}\n${json(no)}`],
    ['after steps, which do not count then', `${json({ type: 'step', step })}\n${json(no)}`],
    ['among the steps of one object', json({ steps: [step, no] })],
    ['in one word', json({ decline: REASON })],
    ['in one word, beside no steps', json({ steps: [], decline: REASON })],
    ['as a machine', json({ plan_type: 'decline', description: REASON })],
    [
      'as a machine that the schema has made whole',
      json({
        plan_type: 'decline',
        description: REASON,
        initial_state: 'no',
        states: { no: { state_name: 'no', description: 'No.', is_terminal: true } },
      }),
    ],
    [
      'in a fence, with prose around',
      `I am sorry.\n\`\`\`json\n${json({ steps: [no] })}\n\`\`\`\nThat is all.`,
    ],
    ['as a list', json([no])],
    ['twice', `${json(no)}\n${json(no)}`],
  ];
  test.each(forms)('%s', (_, reply) => {
    for (const state of [STATE, plannerState({ wants: 'machine' })])
      expect(readReply(reply, state)).toMatchObject({
        verdict: 'refused',
        plan: null,
        problems: [{ code: 'PLAN_DECLINED', message: REASON, where: { offset: expect.any(Number) } }],
      });
    for (const stream of [planStream(STATE), objectStream(STATE), machineStream(STATE)]) {
      for (const character of reply) stream.push(character);
      expect(stream.end().problems).toMatchObject([{ code: 'PLAN_DECLINED', message: REASON }]);
    }
  });

  test('D4 what declines is drawn as no step', () => {
    expect(planStream(STATE).push(`${json(no)}\n`)).toEqual([]);
    expect(objectStream(STATE).push(json({ steps: [no] }))).toEqual([]);
    expect(objectStream(STATE).push(json({ steps: [step, no] }))).toHaveLength(1);
  });

  test('without a reason it is said that there is none; a long one is cut, and is one line', () => {
    expect(readReply('{"type":"decline"}', STATE).problems[0]?.message).toBe('It gave no reason.');
    const long = readReply(json({ type: 'decline', reason: 'no\n'.repeat(2_000) }), STATE);
    expect(long.problems[0]?.message).toMatch(/^(no )+.{0,3} …$/);
    expect(long.problems[0]?.message.length).toBeLessThan(510);
  });

  test('where the prompt had no room for all tools, the right one may be among those: that is said', () => {
    const state = plannerState({ leftOut: new Set(['a.tool', 'b.tool']) });
    expect(readReply(json(no), state).problems[0]?.help).toBe(
      'The prompt had no room for 2 tools. Name the right one in the goal, or allow fewer tools.',
    );
    expect(readReply(json(no), STATE).problems[0]?.help).toContain('choose another model');
  });

  test('P4 a plan beside it is taken no more than two plans would be', () => {
    const reply = `${json({ steps: [step] })}\n\nOr:\n${json({ steps: [no] })}`;
    expect(readReply(reply, STATE)).toMatchObject({ plan: null, problems: [{ code: 'AMBIGUOUS_REPLY' }] });
  });

  test('P4 one that is cut is cut', () => {
    expect(readReply(json({ steps: [no] }).slice(0, -4), STATE).problems[0]?.code).toBe('TRUNCATED_REPLY');
    expect(readReply(json(no), STATE, 'cut').problems[0]?.code).toBe('TRUNCATED_REPLY');
  });

  test.each([
    ['a tool that is given such an input', { steps: [{ ...step, input: { text: 'x', decline: 'y' } }] }],
    ['a step that only says so beside its tool', { steps: [{ ...step, decline: REASON }] }],
    ['a plan that says so beside its steps', { steps: [step], decline: REASON }],
  ])('%s is a plan', (_, reply) => {
    expect(readReply(json(reply), STATE).problems.map(({ code }) => code)).not.toContain('PLAN_DECLINED');
  });
});

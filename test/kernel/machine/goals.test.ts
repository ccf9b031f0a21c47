import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const GOAL = machine({
  variables: ['in topic'],
  onGoal: 'research.goal',
  onTransition: 'watch',
  states: [
    {
      id: 'working',
      on: [
        { event: 'found', target: 'done' },
        { event: 'lost', target: 'failed' },
      ],
    },
    { id: 'done', isTerminal: true, output: { about: '{{ goal_data.topic }}' } },
    { id: 'failed', isTerminal: true, outcome: 'failed' },
  ],
});

const asked = (correlationId?: string) =>
  begun(GOAL, {
    input: { topic: 'bees' },
    goal: {
      event: 'research.goal',
      response: 'research.completed',
      ...(correlationId === undefined ? {} : { correlationId }),
    },
  });

describe('a goal', () => {
  test('M3 the input is goal_data, and the end publishes the response with plan_id, result and correlation', () => {
    const run = asked('goal-7');
    run.signal('found');
    const published = run.commits.at(-1)?.entries.find(({ kind }) => kind === 'event.published');
    expect(published).toEqual({
      address: '',
      data: {
        correlationId: 'goal-7',
        data: { plan_id: 'run-1', result: { about: 'bees' } },
        event: 'research.completed',
      },
      kind: 'event.published',
    });
    expect(run.lines.at(-1)).toBe('completed {"about":"bees"}');
  });

  test('M3 a terminal state with the outcome failed answers too, and fails the run with a code', () => {
    const run = asked();
    expect(run.signal('lost').slice(-2)).toEqual([
      'published research.completed {"plan_id":"run-1","result":{}}',
      'failed OUTCOME_FAILED',
    ]);
  });

  test('M3 onTransition is told each transition, and can hold up nothing', () => {
    const run = asked();
    expect(run.signal('found')).toContain(
      'observe /working[0]!transition-1 watch {"event":{"data":null,"type":"found"},"from":"working","to":["done"]}',
    );
    expect(run.status).toBe('completed');
  });

  test('M3 without a goal nothing is published', () => {
    const run = begun(GOAL, { input: { topic: 'bees' } });
    expect(run.signal('found').filter((line) => line.startsWith('published'))).toEqual([]);
  });

  test('V1 an input that the machine does not take fails the run', () => {
    expect(begun(GOAL).lines).toEqual(['started', 'failed INPUT_INVALID']);
  });

  test('V1 an OUT that the result uses must have been assigned', () => {
    const flow = machine({
      variables: ['out said'],
      result: { said: '{{ said }}', all: '{{ results }}' },
      states: [{ id: 'end', type: 'final' }],
    });
    expect(begun(flow).lines.at(-1)).toBe('failed OUTPUT_MISSING');
  });
});

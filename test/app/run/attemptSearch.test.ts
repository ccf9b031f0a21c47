import { describe, expect, it } from 'vitest';
import type { Address } from '#base';
import type { AttemptLine } from '#storage';
import {
  choicesOf,
  EVERY_ATTEMPT,
  findAttempts,
  indexAttempts,
  makerOf,
  templateOf,
} from '../../../src/app/run/AttemptsPanel';

const line = (seq: number, change: Partial<AttemptLine> = {}): AttemptLine => ({
  ...{ runId: 'run-1', seq, workspace: 'demo', planName: 'Answer', call: '/plan!1' as Address, at: seq },
  ...{ madeBy: 'Small model', model: 'small', template: { id: 'plan.llm', version: 1 }, flavour: 'llm' },
  ...{ verdict: 'accepted', codes: [], latencyMs: 1, tokens: 2, text: 'Sum the revenue by region.' },
  ...change,
});

const ATTEMPTS = indexAttempts([
  line(3, { verdict: 'refused', codes: ['TOOL_UNKNOWN'], text: 'There is no tool "fly".' }),
  line(2, { model: 'large', template: { id: 'plan.llm', version: 2 } }),
  line(1, { model: null, madeBy: 'Task planner', template: null, flavour: 'htn' }),
]);

const found = (filter: Partial<typeof EVERY_ATTEMPT>) =>
  findAttempts(ATTEMPTS, { ...EVERY_ATTEMPT, ...filter }).map(({ seq }) => seq);

describe('P6 the attempts of all runs are searched', () => {
  it('nothing asked for is everything, in the order in which it came', () => {
    expect(found({})).toEqual([3, 2, 1]);
  });

  it('by model, or by the planner that needed none', () => {
    expect(found({ model: 'large' })).toEqual([2]);
    expect(found({ model: 'Task planner' })).toEqual([1]);
  });

  it('by template and version', () => {
    expect(found({ template: 'plan.llm v2' })).toEqual([2]);
    expect(found({ template: 'no template' })).toEqual([1]);
  });

  it('by verdict', () => {
    expect(found({ verdict: 'refused' })).toEqual([3]);
    expect(found({ verdict: 'failed' })).toEqual([]);
  });

  it('by words, all of them, whatever their case: in the text, the code, the plan', () => {
    expect(found({ text: 'REGION revenue' })).toEqual([2, 1]);
    expect(found({ text: 'tool_unknown' })).toEqual([3]);
    expect(found({ text: 'answer' })).toEqual([3, 2, 1]);
    expect(found({ text: 'region fly' })).toEqual([]);
  });

  it('by several at once', () => {
    expect(found({ text: 'revenue', model: 'large', verdict: 'accepted' })).toEqual([2]);
  });

  it('offers each choice once', () => {
    expect(choicesOf(ATTEMPTS, makerOf)).toEqual(['Task planner', 'large', 'small']);
    expect(choicesOf(ATTEMPTS, templateOf)).toEqual(['no template', 'plan.llm v1', 'plan.llm v2']);
  });
});

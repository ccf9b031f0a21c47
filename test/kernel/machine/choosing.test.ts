import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { tool } from '../../notation/run';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const CHOOSING = machine({
  states: [
    {
      id: 'think',
      choose: { question: 'What next?', maxActions: 2 },
      on: [
        { event: 'search', target: 'think', reenter: true },
        { event: 'note', actions: [{ type: 'log', message: 'noted' }] },
        { event: 'never', target: 'end', when: 'false' },
        { event: 'stop', target: 'end' },
      ],
    },
    { id: 'end', type: 'final' },
  ],
});

const asking = () => begun(CHOOSING, { closure: { capabilities: [tool('model.generate', 'read')] } });

describe('a model that chooses the next event', () => {
  test('M5 it is asked for one of the events that the machine could take, as an LLM_DECISION is', () => {
    const run = asking();
    expect(run.open).toEqual(['/think[0]!on-0', '/think[0]/choose-1/ask-1#1']);
    const asked = JSON.stringify(run.command('/think[0]/choose-1/ask-1#1'));
    for (const word of ['What next?', 'search', 'note', 'stop', 'none']) expect(asked).toContain(word);
    expect(asked).not.toContain('never');
  });

  test('M5 its event is published and heard, and in the next state that chooses it is asked again', () => {
    const run = asking();
    const lines = run.done('/think[0]/choose-1/ask-1#1', { json: { choice: 'search' } });
    expect(lines).toContain('published /think[0] search null');
    expect(lines).toContain('in /think[1]');
    expect(run.open).toContain('/think[1]/choose-2/ask-1#1');
  });

  test('M5 none completes the plan', () => {
    const run = asking();
    expect(run.done('/think[0]/choose-1/ask-1#1', { json: { choice: 'none' } }).at(-1)).toBe('completed {}');
  });

  test('M5 the circuit breaker: one choice more than maxActions fails the run with a code', () => {
    const run = asking();
    run.done('/think[0]/choose-1/ask-1#1', { json: { choice: 'search' } });
    expect(run.done('/think[1]/choose-2/ask-1#1', { json: { choice: 'note' } })).toContain(
      'log /think[1] "noted"',
    );
    expect(run.done('/think[1]/choose-3/ask-1#1', { json: { choice: 'note' } }).at(-1)).toBe(
      'failed CIRCUIT_BREAKER',
    );
  });

  test('V3 its question is a template; one that cannot be filled fails the machine', () => {
    const broken = machine({
      states: [
        {
          id: 'think',
          choose: { question: 'And {{ results.none.text }}?' },
          on: [{ event: 'stop', target: 'end' }],
        },
        { id: 'end', type: 'final' },
      ],
    });
    const run = begun(broken, { closure: { capabilities: [tool('model.generate', 'read')] } });
    expect(run.lines.at(-1)).toBe('failed EXPRESSION_ERROR');
  });

  test('M5 an event from outside that leads out of the state withdraws the question', () => {
    const run = asking();
    expect(run.signal('stop')).toContain('withdraw /think[0]/choose-1/ask-1#1');
    expect(run.status).toBe('completed');
  });
});

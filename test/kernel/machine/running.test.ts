import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const LIGHT = machine({
  variables: ['in score', 'out said'],
  initial: 'idle',
  states: [
    { id: 'idle', on: [{ event: 'go', target: 'end', when: 'score > 1' }] },
    { id: 'end', type: 'final', entry: [{ type: 'assign', values: { said: '"done " + event.data' } }] },
  ],
});

describe('a run whose plan is a machine', () => {
  test('M1 it waits for the events of its state, hears a signal and completes with its outputs', () => {
    const run = begun(LIGHT, { input: { score: 2 } });
    expect(run.lines).toEqual(['started', 'in /idle[0]', 'listen /idle[0]!on-0 go']);
    expect(run.status).toBe('waiting');
    expect(run.signal('go', 'now')).toEqual([
      'taken /idle[0]!on-0 go',
      'out /idle[0]',
      'via /idle[0] /on/0 go',
      'in /end[0]',
      'set /end[0] said "done now"',
      'out /end[0]',
      'result final null',
      'done /end[0] end completed',
      'completed {"said":"done now"}',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const approval = (pause: object) =>
  machine({
    states: [
      {
        id: 'wait',
        pause,
        on: [
          { event: 'budget.approved', target: 'end', when: 'event.data.amount > 0' },
          { event: 'resume', target: 'end' },
        ],
      },
      { id: 'end', type: 'final', output: { input: '{{ results.user_input }}' } },
    ],
  });

describe('a pause of the plan', () => {
  test('M4 the run pauses at the state, for as long as it takes', () => {
    const run = begun(approval({ reason: 'budget_approval_required' }));
    expect(run.lines).toEqual([
      'started',
      'in /wait[0]',
      'machine.paused /wait[0]!pause',
      'resume /wait[0]!pause',
      'paused plan',
      'listen /wait[0]!on-0 budget.approved resume',
    ]);
    expect(run.status).toBe('paused');
  });

  test('M4 resumed with an input: it is results.user_input, and the event resume is delivered', () => {
    const run = begun(approval({}));
    expect(run.resume({ ok: true })).toEqual([
      'resumed',
      'machine.resumed /wait[0]!pause',
      'result user_input {"ok":true}',
      'out /wait[0]',
      'via /wait[0] /on/1 resume',
      'in /end[0]',
      'out /end[0]',
      'result final {"input":{"ok":true}}',
      'done /end[0] end completed',
      'withdraw /wait[0]!on-0',
      'completed {"input":{"ok":true}}',
    ]);
  });

  test('M4 an answer at the pause resumes it too', () => {
    const run = begun(approval({}));
    expect(run.answer('/wait[0]!pause', 5).slice(0, 3)).toEqual([
      'machine.resumed /wait[0]!pause',
      'resumed',
      'result user_input 5',
    ]);
    expect(run.status).toBe('completed');
  });

  test('M4 the event that it names resumes it, and is delivered where a transition is for it', () => {
    const run = begun(approval({ resumeOn: 'budget.approved' }));
    expect(run.signal('budget.approved', { amount: 9 })).toContain('via /wait[0] /on/0 budget.approved');
    expect(run.state?.outputs).toEqual({ input: { amount: 9 } });
    const other = begun(approval({ resumeOn: 'budget.approved' }));
    expect(other.signal('budget.approved', { amount: 0 })).toContain('via /wait[0] /on/1 resume');
  });

  test('M4 a signal that is called resume brings the input as well', () => {
    const run = begun(approval({ resumeOn: 'budget.approved' }));
    expect(run.signal('resume', { ok: true })).toContain('result user_input {"ok":true}');
    expect(run.state?.outputs).toEqual({ input: { ok: true } });
  });

  test('R19 fault S6 an event that comes while the run is paused settles; timers count, what it asks for leaves at resume', () => {
    const flow = machine({
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }] },
        {
          id: 'b',
          entry: [{ type: 'call', capability: 'echo' }],
          after: [{ delayMs: 5, target: 'c' }],
          invoke: [{ capability: 'echo' }],
        },
        { id: 'c', type: 'final' },
      ],
    });
    const run = begun(flow);
    run.pause();
    expect(run.signal('go')).toEqual([
      'taken /a[0]!on-0 go',
      'out /a[0]',
      'via /a[0] /on/0 go',
      'in /b[0]',
      'delay /b[0]!after-0 5',
    ]);
    expect(run.resume()).toEqual([
      'resumed',
      'observe /b[0]!call-1 echo {}',
      'start /b[0]/invoke#1 {}',
      'call /b[0]/invoke#1 echo',
    ]);
    run.pause();
    expect(run.fires('/b[0]!after-0')).toEqual([]);
    expect(run.resume()).toContain('via /b[0] /after/0');
  });

  test('R19 started paused, a machine stands where it begins, and the first step starts what is ready', () => {
    const flow = machine({ states: [{ id: 'a', invoke: [{ capability: 'echo' }] }] });
    const run = begun(flow, { paused: true });
    expect(run.lines).toEqual(['started', 'paused step', 'in /a[0]']);
    expect(run.step()).toEqual([
      'resumed',
      'start /a[0]/invoke#1 {}',
      'call /a[0]/invoke#1 echo',
      'paused step',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const invoking = (invocation: object, id = 'flow') =>
  machine(
    {
      variables: ['out got'],
      states: [
        {
          id: 'work',
          invoke: [{ ...invocation, onDone: [{ target: 'done' }], onError: [{ target: 'lost' }] }],
          on: [{ event: 'stop', target: 'lost' }],
        },
        { id: 'done', type: 'final', output: { value: '{{ event.data }}' } },
        { id: 'lost', type: 'final', outcome: 'failed' },
      ],
    },
    id,
  );

describe('an invocation', () => {
  test('M1 of a capability is one call while its state is active; its result is what is done', () => {
    const run = begun(invoking({ capability: 'echo', input: { text: 'hi' } }));
    expect(run.lines.slice(-3)).toEqual([
      'listen /work[0]!on-0 stop',
      'start /work[0]/invoke#1 {"text":"hi"}',
      'call /work[0]/invoke#1 echo',
    ]);
    expect(run.status).toBe('running');
    expect(run.done('/work[0]/invoke#1', 7).at(-1)).toBe('completed {"value":7}');
  });

  test('L2 its retries and its timeout are those of a node', () => {
    const run = begun(invoking({ id: 'call', capability: 'echo', timeoutMs: 50, retry: { maxAttempts: 2 } }));
    expect(run.lines).toContain('timeout /work[0]/call#1!timeout 50');
    expect(run.fails('/work[0]/call#1')).toEqual([
      'again /work[0]/call#1 BROKEN 1000',
      'withdraw /work[0]/call#1!timeout',
      'retry /work[0]/call#1!retry 1000',
    ]);
    expect(run.fires('/work[0]/call#1!retry')).toContain('call /work[0]/call#2 echo');
    expect(run.fires('/work[0]/call#2!timeout')).toContain('via /work[0] /invoke/0/onError/0');
    expect(run.status).toBe('failed');
  });

  test('M1 leaving the state stops it; case D4 what comes then is late', () => {
    const run = begun(invoking({ capability: 'echo' }));
    expect(run.signal('stop')).toEqual([
      'taken /work[0]!on-0 stop',
      'cancel /work[0]/invoke#1',
      'withdraw /work[0]/invoke#1',
      'out /work[0]',
      'via /work[0] /on/0 stop',
      'in /lost[0]',
      'out /lost[0]',
      'result final null',
      'done /lost[0] lost failed',
      'failed OUTCOME_FAILED',
    ]);
    expect(run.done('/work[0]/invoke#1')).toEqual(['late /work[0]/invoke#1 effect.succeeded']);
  });

  test('M1 a graph in a machine: its scope opens below the state, and its outputs are what is done', () => {
    const double = plan(
      'in n: number   out twice\na: CAPABILITY echo {output: {twice: "result * 2.0"}}',
      'double',
    );
    const run = begun(invoking({ plan: 'double', input: { n: 4 } }), {}, double);
    expect(run.lines.slice(-3)).toEqual([
      'start /work[0]/invoke {"n":4}',
      'start /work[0]/invoke/a#1',
      'call /work[0]/invoke/a#1 echo',
    ]);
    expect(run.done('/work[0]/invoke/a#1', 21).at(-1)).toBe('completed {"value":{"twice":42}}');
  });

  test('L1 a machine in a graph: SUB_PLAN is its one node, its variables are its own', () => {
    const flow = machine(
      {
        variables: ['in n', 'out twice'],
        states: [
          { id: 'idle', on: [{ event: 'go', target: 'end' }] },
          { id: 'end', type: 'final', entry: [{ type: 'assign', values: { twice: 'n * 2.0' } }] },
        ],
      },
      'flow',
    );
    const main = plan(`
      out got
      s: SUB_PLAN flow {input: {n: 4}, output: {got: "result.twice"}}
      z: CAPABILITY echo {input: {got: "{{ got }}"}}
      s -> z`);
    const run = begun(main, {}, flow);
    expect(run.lines).toEqual(['started', 'start /s {"n":4}', 'in /s/idle[0]', 'listen /s/idle[0]!on-0 go']);
    expect(run.status).toBe('waiting');
    expect(run.signal('go')).toEqual([
      'taken /s/idle[0]!on-0 go',
      'out /s/idle[0]',
      'via /s/idle[0] /on/0 go',
      'in /s/end[0]',
      'set /s/end[0] twice 8',
      'out /s/end[0]',
      'result /s final null',
      'done /s/end[0] end completed',
      'ok /s {"twice":8}',
      'set /s got 8',
      'start /z#1 {"got":8}',
      'call /z#1 echo',
    ]);
  });

  test('L2 the timeout of a SUB_PLAN ends the machine with all that goes on in it', () => {
    const main = plan('s: SUB_PLAN flow {timeoutMs: 100, onError: "continue"}');
    const run = begun(main, {}, invoking({ capability: 'echo' }));
    expect(run.fires('/s!timeout')).toEqual([
      'cancel /s/work[0]/invoke#1',
      'withdraw /s/work[0]/invoke#1',
      'handled /s TIMEOUT',
      'withdraw /s/work[0]!on-0',
      'completed {}',
    ]);
  });

  test('R17 cancelling the run cancels what goes on in a machine, deepest first', () => {
    const main = plan('s: SUB_PLAN flow');
    const run = begun(main, {}, invoking({ capability: 'echo' }));
    expect(run.cancel()).toEqual([
      'cancel /s/work[0]/invoke#1',
      'withdraw /s/work[0]/invoke#1',
      'cancel /s',
      'withdraw /s/work[0]!on-0',
      'cancelled',
    ]);
    const alone = begun(invoking({ capability: 'echo' }));
    expect(alone.cancel()).toEqual([
      'cancel /work[0]/invoke#1',
      'withdraw /work[0]/invoke#1',
      'withdraw /work[0]!on-0',
      'cancelled',
    ]);
  });

  test('R8 an outcome that is a failure fails the SUB_PLAN, under its onError; M3', () => {
    const main = plan('s: SUB_PLAN flow {onError: "route"}\nz: CAPABILITY echo\ns.error -> z');
    const run = begun(main, {}, invoking({ capability: 'echo' }));
    expect(run.signal('stop')).toContain('handled /s OUTCOME_FAILED');
    expect(run.lines).toContain('call /z#1 echo');
  });

  test('R16 cancelOn goes before waits, waits before machines, the older machine before the younger', () => {
    const flow = machine({
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }] },
        { id: 'b', type: 'final' },
      ],
    });
    const main = plan(`
      x: SUB_PLAN flow
      w: EVENT_WAIT {events: {go: "go"}}
      y: SUB_PLAN flow {cancelOn: "stop"}`);
    const run = begun(main, {}, flow);
    expect(run.signal('go')[0]).toBe('taken /w#1 go');
    expect(run.signal('stop')).toContain('cancel /y');
    expect(run.signal('go')).toContain('ok /x {}');
  });

  test('R16 a signal that came before a machine began is kept for it', () => {
    const flow = machine({
      states: [
        { id: 'a', on: [{ event: 'go', target: 'b' }] },
        { id: 'b', type: 'final' },
      ],
    });
    const run = begun(plan('l: CAPABILITY echo\ns: SUB_PLAN flow\nl -> s'), {}, flow);
    expect(run.signal('go')).toEqual(['kept go']);
    expect(run.done('/l#1')).toContain('taken /s/a[0]!on-0 go');
    expect(run.status).toBe('completed');
  });

  test('M1 a run of machines alone drops an event that no transition is for', () => {
    const run = begun(invoking({ capability: 'echo' }));
    expect(run.signal('nothing')).toEqual(['dropped nothing']);
  });

  test('M1 send: an invoked machine hears it, also what was sent before it began', () => {
    const inner = machine(
      {
        states: [
          { id: 'a', on: [{ event: 'go', target: 'b' }] },
          { id: 'b', type: 'final', output: 'ok' },
        ],
      },
      'inner',
    );
    const outer = machine({
      states: [
        {
          id: 'work',
          invoke: [{ id: 'child', plan: 'inner', onDone: [{ target: 'done' }] }],
          entry: [{ type: 'send', to: 'child', event: 'other' }],
          on: [{ event: 'tell', actions: [{ type: 'send', to: 'child', event: 'go' }] }],
        },
        { id: 'done', type: 'final' },
      ],
    });
    const run = begun(outer, {}, inner);
    expect(run.lines).toContain('dropped other');
    expect(run.signal('tell')).toContain('taken /work[0]/child/a[0]!on-0 go');
    expect(run.status).toBe('completed');
  });
});

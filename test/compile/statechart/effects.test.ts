import { describe, expect, test } from 'vitest';
import { possibleEvents, simulateMachine } from '#compile';
import { readMachineEvents } from '#plan';
import { compiled, Walk } from './notation';

describe('M1 actions of a machine', () => {
  test('assignments see the values of before, later actions and conditions the new ones; all in order', () => {
    const machine = compiled({
      variables: [
        { id: 'n', scope: 'INTERNAL', default: 1 },
        { id: 'm', scope: 'INTERNAL' },
      ],
      initial: 'a',
      states: [
        {
          id: 'a',
          exit: [{ type: 'log', message: 'n is {{ n }}', label: 'leaving' }],
          on: [
            {
              event: 'go',
              target: 'b',
              actions: [
                { type: 'assign', values: { n: 'n + 1', m: 'n' } },
                { type: 'emit', event: 'told', data: { n: '{{ n }}' } },
                { type: 'call', capability: 'echo', input: '{{ event.data }}' },
              ],
            },
          ],
        },
        { id: 'b', always: [{ target: 'c', when: 'n == 2 && m == 1' }] },
        { id: 'c' },
      ],
    });
    expect(new Walk(machine).send('go', 'x').lines).toEqual([
      'log n is 1 leaving',
      'left a',
      'taken a /on/0',
      'assigned n 2',
      'assigned m 1',
      'emit told {"n":2}',
      'call echo x',
      'entered b',
      'left b',
      'taken b /always/0',
      'entered c',
    ]);
  });

  test('delayed events outlive their state, are withdrawn by id, and withdrawn when the machine ends', () => {
    const machine = compiled({
      initial: 'a',
      states: [
        {
          id: 'a',
          on: [
            {
              event: 'later',
              target: 'b',
              actions: [{ type: 'raise', event: 'ring', data: 7, delayMs: 50, id: 'bell' }],
            },
          ],
        },
        {
          id: 'b',
          on: [
            { event: 'ring', target: 'c', when: 'event.data == 7' },
            { event: 'stop', actions: [{ type: 'cancel', id: 'bell' }] },
            { event: 'end', target: 'end' },
          ],
        },
        { id: 'c' },
        { id: 'end', type: 'final' },
      ],
    });
    const later = () => new Walk(machine).send('later');
    expect(later().lines).toContain('timer !raise-1 50');
    expect(later().send({ kind: 'timer', id: '!raise-1' }).value).toBe('c');
    expect(later().send('stop').lines).toEqual(['taken b /on/1', 'untimer !raise-1']);
    expect(later().send('stop').send({ kind: 'timer', id: '!raise-1' }).turn.handled).toBe(false);
    expect(later().send('end').lines).toContain('untimer !raise-1');
  });

  test('what an invocation came to is in variables and results before its transitions are looked at', () => {
    const machine = compiled({
      variables: [{ id: 'found', scope: 'OUT' }],
      initial: 'a',
      states: [
        {
          id: 'a',
          invoke: [
            {
              capability: 'echo',
              output: { found: 'result.rows' },
              onDone: [{ target: 'b', when: 'found == 2 && results.a.rows == 2' }],
            },
          ],
        },
        { id: 'b' },
      ],
    });
    const walk = new Walk(machine).send({ kind: 'done', state: 'a', id: 'invoke', output: { rows: 2 } });
    expect(walk.lines.slice(0, 2)).toEqual(['result a {"rows":2}', 'assigned found 2']);
    expect(walk.value).toBe('b');
  });

  test('an error that nobody handles ends the machine', () => {
    const machine = compiled({
      initial: 'a',
      states: [{ id: 'a', invoke: [{ id: 'job', capability: 'echo' }] }],
    });
    const error = { code: 'DOWN', message: 'No.' };
    const walk = new Walk(machine).send({ kind: 'failed', state: 'a', id: 'job', error });
    expect(walk.lines).toEqual(['done null failed {"code":"DOWN","message":"No."}']);
    expect(walk.turn.standing.status).toBe('failed');
  });

  test.each([
    ['a condition', { when: '1 / "x" == 1' }],
    ['a condition that is no condition', { when: '1 + 1' }],
    ['an assignment', { actions: [{ type: 'assign', values: { n: 'event.data.none' } }] }],
    ['a template', { actions: [{ type: 'emit', event: 'x', data: '{{ event.data.none }}' }] }],
  ])('V3 %s without a value is an error, and nothing has happened', (_what, fields) => {
    const machine = compiled({
      variables: [{ id: 'n', scope: 'INTERNAL' }],
      initial: 'a',
      states: [
        { id: 'a', exit: [{ type: 'log', message: 'x' }], on: [{ event: 'go', target: 'b', ...fields }] },
        { id: 'b' },
      ],
    });
    const before = new Walk(machine).turn.standing;
    const { turn } = new Walk(machine).send('go', {});
    expect(turn).toMatchObject({ handled: false, effects: [], error: { code: 'EXPRESSION_ERROR' } });
    expect(turn.standing.value).toEqual(before.value);
  });
});

describe('M2–M4 plans that publish, end and pause', () => {
  const machine = compiled({
    initial: 'ask',
    states: [
      {
        id: 'ask',
        action: { event: 'offer.requested', response: 'offer.made', failure: 'offer.refused' },
        on: [{ event: 'offer.made', target: 'budget', when: 'results.ask.price < 10' }],
        defaultNext: 'bad',
      },
      {
        id: 'budget',
        pause: { reason: 'budget', resumeOn: 'budget.approved' },
        on: [{ event: 'resume', target: 'good' }],
      },
      {
        id: 'good',
        isTerminal: true,
        output: { price: '{{ results.ask.price }}', by: '{{ results.user_input.by }}' },
      },
      { id: 'bad', isTerminal: true, outcome: 'failed' },
    ],
  });

  test('M2 a transition goes before defaultNext; M4 pause and resume with input; M3 the end and its output', () => {
    const walk = new Walk(machine).send('offer.made', { price: 5 });
    expect(walk.lines.slice(-2)).toEqual(['entered budget', 'pause budget budget budget.approved']);
    walk.send({ kind: 'resume', type: 'resume', data: { by: 'Ada' } });
    expect(walk.lines.at(-1)).toBe('done good completed {"price":5,"by":"Ada"}');
    expect(walk.turn.standing.results).toMatchObject({ user_input: { by: 'Ada' }, final: { price: 5 } });
  });

  test('M2 without a matching transition defaultNext; M3 a failed outcome', () => {
    const walk = new Walk(machine).send('offer.made', { price: 50 });
    expect(walk.lines.at(-1)).toBe('done bad failed null');
    expect(walk.turn.standing.status).toBe('failed');
    const failed = new Walk(machine).send({
      kind: 'response',
      state: 'ask',
      type: 'offer.refused',
      data: 'no',
      failed: true,
    });
    expect(failed.turn.standing.results.ask).toBe('no');
  });

  test('M2 leaving a state withdraws what it waits for; a response that comes late is of no use', () => {
    const leaving = compiled({
      initial: 'ask',
      states: [
        {
          id: 'ask',
          action: { event: 'x.requested', response: 'x.done' },
          on: [{ event: 'out', target: 'other' }],
        },
        { id: 'other' },
      ],
    });
    const walk = new Walk(leaving).send('out');
    expect(walk.lines).toEqual(['unpublish ask', 'left ask', 'taken ask /on/0', 'entered other']);
    walk.send({ kind: 'response', state: 'ask', type: 'x.done', data: 1, failed: false });
    expect(walk.turn.handled).toBe(false);
  });
});

describe('M7 what may happen next', () => {
  test('a guard that is only a name makes it uncertain, unless the rest decides', () => {
    const machine = compiled({
      initial: 'a',
      states: [
        {
          id: 'a',
          on: [
            { event: 'one', target: 'b', when: 'guard("free")' },
            { event: 'two', target: 'b', when: 'guard("free") && false' },
            { event: 'three', target: 'b', when: 'inState("a")' },
          ],
        },
        { id: 'b' },
      ],
    });
    const { standing } = new Walk(machine).turn;
    const enabled = (guards = {}) => possibleEvents(machine, standing, guards).map((one) => one.enabled);
    expect(enabled()).toEqual(['asked', false, true]);
    expect(enabled({ free: true })).toEqual([true, false, true]);
    expect(new Walk(machine).send('one').turn.unanswered).toEqual(['free']);
  });

  test('a delay that is only a name is over when somebody says so', () => {
    const machine = compiled({
      initial: 'a',
      states: [{ id: 'a', after: [{ delay: 'SOON', target: 'b' }] }, { id: 'b' }],
    });
    const events = readMachineEvents([{ after: 100_000 }, { after: 'SOON' }]);
    if (!events.ok) throw new Error('refused');
    const { steps } = simulateMachine(machine, { variables: {}, goalData: null }, events.value);
    expect(steps.map(({ value }) => value)).toEqual(['a', 'a', 'b']);
  });

  test('M7 timers that are due together in what is simulated fire in the order in which they are due', () => {
    const machine = compiled({
      initial: 'outer',
      states: [
        {
          id: 'outer',
          after: [{ delayMs: 200, target: 'late' }],
          initial: 'inner',
          states: [{ id: 'inner', after: [{ delayMs: 100, target: 'early' }] }],
        },
        { id: 'early' },
        { id: 'late' },
      ],
    });
    const events = readMachineEvents([{ after: 300 }]);
    if (!events.ok) throw new Error('refused');
    const { steps } = simulateMachine(machine, { variables: {}, goalData: null }, events.value);
    expect(steps.map(({ value }) => value)).toEqual([{ outer: 'inner' }, 'early']);
  });
});

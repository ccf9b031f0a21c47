import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { holdToTheLaws, begun as start } from './lawful';
import { SEARCH, search } from './search';

holdToTheLaws();

const begun = (plan = search()) => start(plan, { input: { topic: 'bees' } });

describe("a state's action (M2)", () => {
  test('M2 publishes its event with interpolated data and waits from outside where nobody responds', () => {
    const run = begun();
    expect(run.lines).toEqual([
      'started',
      'in /start[0]',
      'out /start[0]',
      'via /start[0] /defaultNext',
      'in /searching[0]',
      'published /searching[0] web.search.requested {"query":"bees"}',
      'listen /searching[0]!on-0 web.search.completed web.search.failed web.search.no_results',
      'start /searching[0]#1',
      'waits /searching[0]#1 signal',
      'listen /searching[0]#1 web.search.completed web.search.failed',
    ]);
    expect(run.status).toBe('waiting');
  });

  test('M2 a signal of the response type, without a correlation, counts as the response', () => {
    const run = begun();
    expect(run.signal('web.search.completed', { hits: 3 })).toEqual([
      'taken /searching[0]#1 web.search.completed',
      'ok /searching[0]#1 {"hits":3}',
      'result /searching[0] searching {"hits":3}',
      'out /searching[0]',
      'via /searching[0] /on/0 web.search.completed',
      'in /analyzing[0]',
      'published /analyzing[0] content.analyze.requested null',
      'withdraw /searching[0]!on-0',
      'start /analyzing[0]#1',
      'waits /analyzing[0]#1 signal',
      'listen /analyzing[0]#1 content.analyze.completed content.analyze.failed',
    ]);
  });

  test('M2 a response with a correlation goes to that effect only; another is late', () => {
    const run = begun();
    expect(run.signal('web.search.completed', 1, 'run-1/searching[1]')).toEqual(['late signal.received']);
    expect(run.signal('web.search.completed', 1, 'run-1/searching[0]')).toContain('in /analyzing[0]');
  });

  test('M2 a signal of the failure type is the failure of that effect', () => {
    const run = begun(search([SEARCH]));
    expect(run.signal('web.search.failed', 'offline').slice(0, 4)).toEqual([
      'taken /searching[0]#1 web.search.failed',
      'ok /searching[0]#1 "offline"',
      'withdraw /searching[0]#1',
      'result /searching[0] searching "offline"',
    ]);
  });

  test('M2 the id of the run is a correlation too: reference 5 correlates by the plan', () => {
    expect(begun().signal('web.search.completed', 1, 'run-1')).toContain('in /analyzing[0]');
  });

  test('M2 an event for which a transition is, and that is no response, is heard and ends the waiting', () => {
    const run = begun();
    expect(run.signal('web.search.no_results')).toEqual([
      'taken /searching[0]!on-0 web.search.no_results',
      'cancel /searching[0]#1',
      'withdraw /searching[0]#1',
      'out /searching[0]',
      'via /searching[0] /on/2 web.search.no_results',
      'in /ask_user[0]',
      'published /ask_user[0] notification.human_input {"question":"Can you provide more details?"}',
      'listen /ask_user[0]!on-1 user.clarification.provided',
      'start /ask_user[0]#1',
      'waits /ask_user[0]#1 signal',
      'listen /ask_user[0]#1 user.clarification.provided user.clarification.failed',
    ]);
  });

  test('M2 a capability responds: one call, whose result is the data of the response', () => {
    const run = begun(search([SEARCH]));
    expect(run.lines.slice(-2)).toEqual([
      'start /searching[0]#1 {"query":"bees"}',
      'call /searching[0]#1 web.search',
    ]);
    expect(run.status).toBe('running');
    expect(run.done('/searching[0]#1', { hits: 3 })).toContain('in /analyzing[0]');
  });

  test('M2 the failure of a responder is the failure event; a capability may name its event', () => {
    const failed = begun(search([SEARCH]));
    expect(failed.fails('/searching[0]#1')).toContain('via /searching[0] /on/1 web.search.failed');
    const named = begun(search([SEARCH]));
    expect(named.done('/searching[0]#1', { event: 'web.search.no_results', data: null })).toContain(
      'via /searching[0] /on/2 web.search.no_results',
    );
  });

  test('M2 responders bind request, response and failure: what the action does not name is theirs', () => {
    const asking = machine({
      states: [
        {
          id: 'ask',
          action: { event: 'ask' },
          on: [
            { event: 'said', target: 'well' },
            { event: 'broke', target: 'ill' },
          ],
          defaultNext: 'ask',
        },
        { id: 'well', type: 'final' },
        { id: 'ill', type: 'final' },
      ],
      responders: [{ id: 'r', request: 'ask', response: 'said', failure: 'broke', capability: 'web.search' }],
    });
    expect(start(asking).done('/ask[0]#1', 1)).toContain('via /ask[0] /on/0 said');
    expect(start(asking).fails('/ask[0]#1')).toContain('via /ask[0] /on/1 broke');
  });

  test('M2 a response that comes from outside first withdraws the call of the responder', () => {
    const run = begun(search([SEARCH]));
    expect(run.signal('web.search.completed', 7)).toContain('withdraw /searching[0]#1');
    expect(run.done('/searching[0]#1', 8)).toEqual(['late /searching[0]#1 effect.succeeded']);
  });

  test('M2 a person responds: what is asked is filled with the event, the answer is the response', () => {
    const person = {
      id: 'user',
      request: 'notification.human_input',
      message: 'Please: {{ event.data.question }}',
      schema: { type: 'object', required: ['text'] },
    };
    const run = begun(search([person]));
    run.signal('web.search.no_results');
    expect(run.command('/ask_user[0]#1')).toMatchObject({
      for: 'answer',
      message: 'Please: Can you provide more details?',
    });
    expect(run.answer('/ask_user[0]', {})).toEqual(['refused /ask_user[0]#1 ANSWER_INVALID']);
    expect(run.answer('/ask_user[0]', { text: 'honey' })).toContain('in /searching[1]');
  });

  test('M2 defaultNext is taken when the response comes and no transition matches; M3 results are by state', () => {
    const run = begun();
    run.signal('web.search.completed', { hits: 3 });
    expect(run.signal('content.analyze.completed', { summary: 'Bees.' }).slice(-7)).toEqual([
      'out /analyzing[0]',
      'via /analyzing[0] /defaultNext content.analyze.completed',
      'in /done[0]',
      'out /done[0]',
      'result final {"summary":"Bees."}',
      'done /done[0] done completed',
      'completed {"summary":"Bees."}',
    ]);
  });

  test('M2 a failure that no transition is for leaves the state as a response would', () => {
    const run = begun(
      search([SEARCH, { id: 'a', request: 'content.analyze.requested', capability: 'analyze' }]),
    );
    run.done('/searching[0]#1', 1);
    expect(run.fails('/analyzing[0]#1', 'BROKEN')).toContain(
      'via /analyzing[0] /defaultNext content.analyze.failed',
    );
  });

  test("R23 where nothing leads out of the state any more, the failure is the run's", () => {
    const alone = machine({
      responders: [{ id: 'a', request: 'ask', capability: 'echo' }],
      states: [
        { id: 'a', action: { event: 'ask', response: 'said' }, always: [{ target: 'b', when: 'false' }] },
        { id: 'b', type: 'final' },
      ],
    });
    const run = start(alone);
    expect(run.fails('/a[0]#1', 'BROKEN').slice(-2)).toEqual([
      'result /a[0] a {"code":"BROKEN","message":"It said BROKEN."}',
      'failed BROKEN',
    ]);
    expect(start(alone).done('/a[0]#1', 1).at(-1)).toBe('failed MACHINE_STUCK');
  });

  test('M2 each entry of a state publishes anew, under an address of its own', () => {
    const run = begun();
    run.signal('web.search.no_results');
    run.signal('user.clarification.provided', 'honey');
    expect(run.lines).toContain('published /searching[1] web.search.requested {"query":"bees"}');
  });
});

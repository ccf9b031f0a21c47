import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { exportStateMachine, type ImportOutcome, importStateMachine, recognise } from '#formats';
import type { StateMachinePlan } from '#plan';

const SURVEY: JsonObject = {
  plan_type: 'harbour.survey',
  description: 'Survey a harbour',
  initial_state: 'start',
  states: {
    start: { state_name: 'start', description: 'Begin', default_next: 'sounding' },
    sounding: {
      state_name: 'sounding',
      description: 'Sound the depth',
      action: {
        event_type: 'depth.requested',
        response_event: 'depth.measured',
        data: {
          harbour: '{goal_data.name}',
          note: 'For {{goal_data.client}}: {results.start.x}',
          brace: 'a {{ b }} {c}',
          times: 3,
        },
      },
      transitions: [
        { on_event: 'depth.measured', to_state: 'done', condition: 'data.metres > 3 and not data.rocks' },
        { on_event: 'depth.measured', to_state: 'shallow water', condition: 'when it feels right' },
        { on_event: 'depth failed!', to_state: 'lost' },
      ],
    },
    'shallow water': {
      state_name: 'shallow',
      description: '',
      action: { event_type: 'mark.requested', response_event: 'mark.set' },
      default_next: 'done',
    },
    done: { state_name: 'done', description: 'Done', is_terminal: true },
    lost: { state_name: 'lost', description: 'Lost', is_terminal: true },
  },
};

function planOf({ workspace, diagnostics }: ImportOutcome): StateMachinePlan {
  const [plan] = workspace?.plans ?? [];
  if (plan?.kind !== 'state-machine') throw new Error(JSON.stringify(diagnostics));
  return plan;
}

function back(input: Json): Json {
  const outcome = importStateMachine(input);
  const plan = planOf(outcome);
  if (outcome.workspace === null) throw new Error('refused');
  const exported = exportStateMachine(plan, outcome.workspace);
  if (!exported.ok) throw new Error(exported.problem.message);
  return exported.value.value;
}

describe('S3 reference 5: PlanDefinition in', () => {
  test('states, actions, transitions, defaults, ends', () => {
    const plan = planOf(importStateMachine(SURVEY));
    expect(plan).toMatchObject({
      id: 'harbour-survey',
      name: 'harbour.survey',
      initial: 'start',
      description: 'Survey a harbour',
    });
    expect(plan.states.map(({ id, defaultNext, type, outcome }) => [id, defaultNext, type, outcome])).toEqual(
      [
        ['start', 'sounding', undefined, undefined],
        ['sounding', undefined, undefined, undefined],
        ['shallow-water', 'done', undefined, undefined],
        ['done', undefined, 'final', 'completed'],
        ['lost', undefined, 'final', 'completed'],
      ],
    );
  });

  test('both kinds of placeholders are holes; other braces are text', () => {
    const { action } = planOf(importStateMachine(SURVEY)).states[1] ?? {};
    expect(action).toEqual({
      event: 'depth.requested',
      response: 'depth.measured',
      data: {
        harbour: '{{ goal_data.name }}',
        note: 'For {{ goal_data.client }}: {{ results.start.x }}',
        brace: 'a {{ "{{" }} b }} {c}',
        times: 3,
      },
    });
  });

  test('a condition that reads as CEL, or with the words of Python, is one; any other is told and kept', () => {
    const outcome = importStateMachine(SURVEY);
    const { on } = planOf(outcome).states[1] ?? {};
    expect(on?.map(({ event, target, when }) => [event, target, when])).toEqual([
      ['depth.measured', 'done', 'event.data.metres > 3 && !event.data.rocks'],
      ['depth.measured', 'shallow-water', undefined],
      ['depth-failed-', 'lost', undefined],
    ]);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('CONDITION_UNREAD');
  });

  test('V1 what is read of the goal’s data are inputs, that a run asks for; a saved run has their values', () => {
    const names = (input: JsonObject) => planOf(importStateMachine(input)).variables;
    expect(names(SURVEY)).toEqual([
      { id: 'name', scope: 'IN' },
      { id: 'client', scope: 'IN' },
    ]);
    const { states, ...rest } = SURVEY;
    const saved = names({ ...rest, plan_id: 'p', state_machine: states ?? {}, goal_data: { name: 'Hook' } });
    expect(saved).toEqual([
      { id: 'name', scope: 'IN', default: 'Hook' },
      { id: 'client', scope: 'IN' },
    ]);
  });

  test('fault F5 inputs that a run must be given are said; there, what is absent is an empty text', () => {
    const { diagnostics } = importStateMachine(SURVEY);
    const found = diagnostics.find(({ code }) => code === 'GOAL_DATA_REQUIRED');
    expect(found).toMatchObject({ severity: 'info', where: { plan: 'harbour-survey' } });
    expect(found?.message).toContain('"name", "client"');
  });

  test('fault F5 a saved run has no "initial_state": it begins where no other state leads, else with the first', () => {
    const done = { state_name: 'done', description: '', is_terminal: true };
    const to = (next: string) => ({ state_name: 's', description: '', default_next: next });
    const begins = (state_machine: JsonObject) =>
      planOf(importStateMachine({ plan_id: 'p', state_machine })).initial;
    expect(begins({ done, look: to('mend'), mend: to('done') })).toBe('look');
    expect(begins({ mend: to('look'), look: to('mend'), done })).toBe('done');
    expect(begins({ look: to('mend'), mend: to('look') })).toBe('look');
    expect(begins({ look: to('start'), start: to('done'), done })).toBe('start');
    const { diagnostics } = importStateMachine({ plan_id: 'p', state_machine: { look: to('done'), done } });
    expect(diagnostics.map(({ code }) => code)).toContain('INITIAL_ASSUMED');
  });

  test('a registration and a saved run hold the same plan', () => {
    expect(planOf(importStateMachine({ plan: SURVEY })).states).toHaveLength(5);
    const run = {
      plan_id: 'p-7',
      goal_event: 'survey.goal',
      goal_data: { name: 'Kiel' },
      status: 'paused',
      state_machine: SURVEY.states ?? {},
      current_state: 'sounding',
      results: {},
      session_id: 's',
    };
    const plan = planOf(importStateMachine(run));
    expect(plan.onGoal).toBe('survey.goal');
    expect(plan.source?.['state-machine']).toMatchObject({
      run: { current_state: 'sounding', goal_data: { name: 'Kiel' }, status: 'paused' },
    });
    expect(recognise(run)).toBe('state-machine');
  });
});

describe('S3 reference 5: out again', () => {
  test('fault F5 what came in goes out: names, conditions, placeholders as their code fills them', () => {
    const expected = structuredClone(SURVEY);
    const text = JSON.stringify(expected)
      .replace('{goal_data.name}', '{{goal_data.name}}')
      .replace('{results.start.x}', '{{results.start.x}}');
    expect(back(SURVEY)).toEqual(JSON.parse(text));
    expect(back(back(SURVEY))).toEqual(back(SURVEY));
  });

  test('fault F5 a placeholder where their code does not look is named', () => {
    const deep = structuredClone(SURVEY) as { states: { sounding: { action: { data: JsonObject } } } };
    deep.states.sounding.action.data = { deep: { er: '{{goal_data.name}}' }, flat: '{{goal_data.name}}' };
    const { workspace } = importStateMachine(deep);
    if (workspace === null) throw new Error('refused');
    const exported = exportStateMachine(planOf(importStateMachine(deep)), workspace);
    const fields = exported.ok && exported.value.leftOut.map(({ where }) => where.field);
    expect(fields).toEqual(['action.data: goal_data.name']);
  });

  test('fault F5 keys that say what they would say anyway are written back', () => {
    const said: JsonObject = {
      plan_type: 'x',
      description: '',
      initial_state: 'start',
      states: {
        start: {
          state_name: 'start',
          description: '',
          action: null,
          transitions: [],
          default_next: 'go',
          is_terminal: false,
        },
        go: {
          state_name: 'go',
          description: '',
          action: { event_type: 'e', response_event: 'r', data: null },
          transitions: [{ on_event: 'r', to_state: 'end', condition: null }],
          default_next: null,
          is_terminal: false,
        },
        end: { state_name: 'end', description: '', transitions: [], is_terminal: true },
      },
    };
    expect(back(said)).toEqual(said);
  });

  test('unknown keys are kept, told and written back', () => {
    const odd: JsonObject = {
      plan_type: 'x',
      description: '',
      owner: 'me',
      initial_state: 'start',
      states: {
        start: {
          state_name: 'start',
          description: '',
          colour: 'red',
          transitions: [{ on_event: 'a', to_state: 'start', weight: 2 }],
          action: { event_type: 'e', response_event: 'r', topic: 'facts' },
        },
      },
    };
    const outcome = importStateMachine(odd);
    expect(outcome.kept.map(({ path }) => path).sort()).toEqual([
      '/owner',
      '/states/start/action/topic',
      '/states/start/colour',
      '/states/start/transitions/0/weight',
    ]);
    expect(back(odd)).toEqual(odd);
  });

  test('what the format has no word for is named, never dropped silently', () => {
    const plan: StateMachinePlan = {
      id: 'm',
      kind: 'state-machine',
      variables: [{ id: 'n', scope: 'IN' }],
      initial: 'a',
      states: [
        {
          id: 'a',
          after: [{ delayMs: 3, target: 'b' }],
          on: [
            { event: '*', target: 'b' },
            { event: 'go', target: 'b', actions: [{ type: 'call', capability: 'x' }] },
          ],
        },
        { id: 'b', type: 'final', states: [{ id: 'c' }] },
      ],
    };
    const exported = exportStateMachine(plan, EMPTY);
    expect(
      exported.ok && exported.value.leftOut.map(({ where }) => `${where.node ?? ''} ${where.field ?? ''}`),
    ).toEqual([' variables', 'a after', 'a on *', 'a actions of on go', 'b states']);
  });

  test('import, export, import: random plans come back equal', () => {
    const name = fc.constantFrom('start', 'a', 'b c', 'constructors', 'ü');
    const text = fc.constantFrom('x', '{goal_data.q}', '{{goal_data.q}}', '{{ odd', '}} {', 'results');
    const state = fc.record({
      description: fc.string(),
      action: fc.option(
        fc.record({
          event_type: fc.constantFrom('a.b', 'wéird', 'xstate.stop'),
          response_event: fc.constantFrom('a.c', 'sys.x'),
          data: fc.dictionary(fc.constantFrom('p', 'q'), text),
        }),
        { nil: null },
      ),
      transitions: fc.array(
        fc.record({
          on_event: fc.constantFrom('a.c', 'e f', 'E'),
          to_state: fc.constant('start'),
          condition: fc.constantFrom(null, 'data.x', 'oh well', "results.a == 'and'"),
        }),
      ),
      is_terminal: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.dictionary(name, state), state, (states, start) => {
        const all = Object.entries({ ...states, start }).map(([key, one]) => [
          key,
          { state_name: key, ...one, transitions: one.is_terminal ? [] : one.transitions },
        ]);
        const first = back({ plan_type: 'p', description: 'd', states: Object.fromEntries(all) });
        expect(back(first)).toEqual(first);
        const plan = planOf(importStateMachine(first));
        expect(planOf(importStateMachine(back(first)))).toEqual(plan);
      }),
      { numRuns: 100, seed: 5 },
    );
  });
});

describe('acceptance 7: broken plans are refused with all that is wrong', () => {
  const refused = (input: Json | string): readonly string[] => {
    const { workspace, diagnostics } = importStateMachine(input);
    expect(workspace).toBe(null);
    return diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, where }) => `${code} ${where.field ?? ''}`.trim());
  };

  test('every problem with its path', () => {
    expect(
      refused({
        description: 1,
        initial_state: 'nowhere',
        states: {
          a: {
            state_name: 'a',
            description: '',
            action: { data: 1 },
            transitions: [{ to_state: 'gone' }, 3],
            default_next: 'lost',
            is_terminal: 'no',
          },
        },
      }),
    ).toEqual([
      'MISSING_FIELD /plan_type',
      'STATE_UNKNOWN /initial_state',
      'WRONG_TYPE /description',
      'WRONG_TYPE /states/a/is_terminal',
      'WRONG_TYPE /states/a/transitions/1',
      'MISSING_FIELD /states/a/transitions/0/on_event',
      'STATE_UNKNOWN /states/a/transitions/0/to_state',
      'MISSING_FIELD /states/a/action/event_type',
      'MISSING_FIELD /states/a/action/response_event',
      'STATE_UNKNOWN /states/a/default_next',
    ]);
  });

  test('no object, no states, no JSON, names of a prototype', () => {
    expect(refused([])).toEqual(['NOT_A_PLAN']);
    expect(refused({ plan_type: 'x' })).toEqual(['MISSING_FIELD /states']);
    expect(refused('{"plan_type": ')).toEqual(['JSON_INVALID']);
    expect(refused('{"plan_type":"x","states":{"__proto__":{"state_name":"x"}}}').length).toBeGreaterThan(0);
    expect(refused(`{"plan_type":"x","a":${'['.repeat(80)}${']'.repeat(80)}}`).length).toBeGreaterThan(0);
  });
});

const EMPTY = (() => {
  const { workspace } = importStateMachine(SURVEY);
  if (workspace === null || !isJsonObject(SURVEY)) throw new Error('refused');
  return workspace;
})();

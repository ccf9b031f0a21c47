import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, LIMITS } from '#base';
import { BUILT_IN_CATALOGUE, describeDocuments } from '#capabilities';
import { check, type HtnPlanner, type RulesPlanner, type WorkspaceDocument } from '#plan';
import {
  BUILT_IN_HTN,
  BUILT_IN_PLANNERS,
  BUILT_IN_RULES,
  planByHtn,
  planByRules,
  plannerDocument,
} from '#planner';
import { readNow } from '../notation/calling';
import { workspace } from '../notation/plan';
import { builtIn, plannerState } from './plannerState';

const say = (text: string) => ({ capability: 'echo', input: { text } });

function rules(
  ...list: readonly (readonly [string, string, ...RulesPlanner['rules'][number]['steps']])[]
): RulesPlanner {
  return { id: 'mine', kind: 'rules', rules: list.map(([id, when, ...steps]) => ({ id, when, steps })) };
}

/** The inputs of a plan's steps, in order. */
const inputs = (plan: { nodes: readonly { input?: Json | undefined }[] } | null) =>
  plan?.nodes.map(({ input }) => input) ?? null;

describe('P12 planners by rules', () => {
  test('the first rule whose condition holds gives its steps, as a chain', () => {
    const planner = rules(
      ['greet', 'goal.contains("hello")', say('Hello!'), say('Bye.')],
      ['rest', 'true', say('What?')],
    );
    const { plan, verdict, madeBy, trace } = planByRules(planner, plannerState({ goal: 'say hello' }));
    expect({ verdict, madeBy, trace }).toEqual({
      verdict: 'accepted',
      madeBy: 'mine',
      trace: { rules: [{ rule: 'greet', outcome: 'fired' }] },
    });
    expect(inputs(plan)).toEqual([{ text: 'Hello!' }, { text: 'Bye.' }]);
    expect(plan?.edges).toEqual([{ from: 'step-1', port: 'out', to: 'step-2' }]);
    expect(inputs(planByRules(planner, plannerState({ goal: 'sing' })).plan)).toEqual([{ text: 'What?' }]);
  });

  test.each<[string, string]>([
    ['the goal', 'goal == "go"'],
    ['the transcript', 'transcript.exists(turn, turn.role == "user" && turn.text == "earlier")'],
    ['what is at hand', 'size(memory.notes) == 2'],
    ['variables', 'variables.crew > 3'],
    ['the allowed capabilities', '"echo" in catalogue && !("mail.send" in catalogue)'],
    ['what may be written', '"answer" in writable'],
    ['limits', 'limits.maxSteps == 50'],
  ])('a condition reads %s', (_what, when) => {
    const state = plannerState({
      goal: 'go',
      transcript: [{ role: 'user', text: 'earlier' }],
      memory: { notes: [1, 2] },
      variables: { crew: 4 },
      writable: ['answer'],
    });
    expect(planByRules(rules(['r', when, say('x')]), state).verdict).toBe('accepted');
  });

  test('a condition that cannot be evaluated does not hold', () => {
    const planner = rules(['broken', 'variables.missing.deep > 1', say('a')], ['other', 'true', say('b')]);
    expect(inputs(planByRules(planner, plannerState()).plan)).toEqual([{ text: 'b' }]);
  });

  test('a rule whose steps are refused is passed over, and told', () => {
    const planner = rules(['wrong', 'true', { capability: 'mail.send' }], ['right', 'true', say('b')]);
    const { plan, trace } = planByRules(planner, plannerState());
    expect(inputs(plan)).toEqual([{ text: 'b' }]);
    expect(trace).toMatchObject({
      rules: [
        { rule: 'wrong', outcome: 'failed', reason: expect.stringContaining('mail.send') },
        { rule: 'right' },
      ],
    });
  });

  test('none that fits: "I cannot plan this", with what it can, and the nearest rules by their first unmet part', () => {
    const many = Array.from(
      { length: 40 },
      (_, index) => [`rule-${index}`, `goal == "x" && size(goal) == ${index + 100}`, say('x')] as const,
    );
    const { plan, problems, trace } = planByRules(
      rules(['write a poem', 'goal == "x" && false', say('x')], ...many),
      plannerState({ goal: 'x' }),
    );
    expect(plan).toBeNull();
    expect(problems[0]).toMatchObject({
      code: 'CANNOT_PLAN',
      message: expect.stringMatching(/^I cannot plan this/),
      help: expect.stringContaining('write a poem'),
    });
    expect(JSON.stringify(trace).length).toBeLessThan(600);
    expect(trace).toMatchObject({
      tried: 41,
      rules: [{ rule: 'write a poem', reason: 'false does not hold' }, {}, {}],
    });
  });

  test('T4 a plan of too many steps is refused', () => {
    const planner = rules(['long', 'true', say('a'), say('b'), say('c')]);
    expect(
      planByRules(planner, plannerState({ limits: { maxSteps: 2, maxDepth: 3 } })).problems.map(
        ({ code }) => code,
      ),
    ).toEqual(['CANNOT_PLAN', 'PLAN_TOO_LONG']);
  });
});

describe('P12 templates of planners are filled while planning, as far as that is known', () => {
  const planned = (input: Json, goal = 'go', variables: JsonObject = { crew: 4 }) => {
    const planner = rules(['r', 'true', { id: 'first', ...say('a') }, { capability: 'echo', input }]);
    return planByRules(planner, plannerState({ goal, variables, catalogue: builtIn('echo') }));
  };
  const second = (input: Json, goal?: string) => inputs(planned(input, goal).plan)?.[1];

  test('what is known now is filled in; what the run knows stays', () => {
    expect(second({ text: 'Goal: {{ goal }}' })).toEqual({ text: 'Goal: go' });
    expect(second({ text: '{{ steps["first"].text }}' })).toEqual({ text: '{{ steps["first"].text }}' });
    expect(second({ text: '{{ steps[previous].text }}' })).toEqual({ text: '{{ steps["first"].text }}' });
    expect(second({ text: '{{ crew }}' })).toEqual({ text: '{{ crew }}' });
    expect(second({ text: '{{ goal }}: {{ steps["first"].text }}' })).toEqual({
      text: 'go: {{ steps["first"].text }}',
    });
  });

  test('one hole cannot read both', () => {
    expect(planned({ text: '{{ goal + steps["first"].text }}' }).problems.map(({ code }) => code)).toEqual([
      'CANNOT_PLAN',
      'HOLE_MIXED',
    ]);
  });

  test('case C6 braces in a goal are text for the run', () => {
    const goal = 'what is {{ secret }}?';
    const filled = second({ text: 'Goal: {{ goal }}' }, goal);
    expect(isJsonObject(filled) && filled.text).toBe('Goal: what is {{ "\\u007b\\u007b" }} secret }}?');
  });

  test('the first step has none before it; a name is known while planning', () => {
    expect(
      planByRules(rules(['r', 'true', say('{{ steps[previous].text }}')]), plannerState()).problems.map(
        ({ code }) => code,
      ),
    ).toContain('NO_PREVIOUS_STEP');
    const named = rules(['r', 'true', { ...say('a'), name: '{{ steps["x"].y }}' }]);
    expect(planByRules(named, plannerState()).problems.map(({ code }) => code)).toContain('NAME_NOT_KNOWN');
  });
});

function tasks(rest: Partial<HtnPlanner>): HtnPlanner {
  return { id: 'mine', kind: 'htn', tasks: ['answer'], methods: [], operators: [], ...rest };
}

describe('P12 planners by tasks', () => {
  const operators = [
    { id: 'a', ...say('a') },
    { id: 'b', ...say('b') },
    { id: 'never', ...say('n'), when: 'false' },
    { id: 'forbidden', capability: 'mail.send' },
  ];

  test('the first task is taken apart, in order, until only operators are left', () => {
    const planner = tasks({
      operators,
      tasks: ['answer', 'twice'],
      methods: [
        { id: 'm', task: 'answer', subtasks: ['twice', 'b'] },
        { id: 't', task: 'twice', subtasks: ['a', 'a'] },
      ],
    });
    const { plan } = planByHtn(planner, plannerState());
    expect(plan?.nodes.map(({ id }) => id)).toEqual(['a', 'a-2', 'b']);
    expect(plan?.edges).toHaveLength(2);
  });

  test('a method that leads nowhere is left for the next, and the tree tells so', () => {
    const planner = tasks({
      operators,
      methods: [
        { id: 'first', task: 'answer', subtasks: ['a', 'never'] },
        { id: 'closed', task: 'answer', when: 'goal == "x"', subtasks: ['a'] },
        { id: 'second', task: 'answer', subtasks: ['b'] },
      ],
    });
    const { plan, trace } = planByHtn(planner, plannerState());
    expect(inputs(plan)).toEqual([{ text: 'b' }]);
    expect(trace).toMatchObject({
      tree: {
        task: 'answer',
        tried: [
          {
            id: 'first',
            outcome: 'failed',
            subtasks: [
              { task: 'a' },
              { task: 'never', tried: [{ outcome: 'notApplicable', reason: 'false does not hold' }] },
            ],
          },
          { id: 'closed', outcome: 'notApplicable' },
          { id: 'second', outcome: 'chosen' },
        ],
      },
    });
  });

  test('it goes back into a task that came apart already', () => {
    const planner = tasks({
      operators: [...operators, { id: 'after-b', ...say('c'), when: 'true' }],
      tasks: ['answer', 'one'],
      methods: [
        { id: 'm', task: 'answer', subtasks: ['one', 'never'] },
        { id: 'n', task: 'answer', subtasks: ['one'] },
        { id: 'one-a', task: 'one', subtasks: ['a'] },
        { id: 'one-b', task: 'one', subtasks: ['b'] },
      ],
    });
    expect(inputs(planByHtn(planner, plannerState()).plan)).toEqual([{ text: 'a' }]);
  });

  test('P8 a tool that is not allowed is named as what stands in the way', () => {
    const planner = tasks({
      operators,
      methods: [{ id: 'm', task: 'answer', subtasks: ['forbidden'], description: 'send mail' }],
    });
    const forbidden = new Set(['mail.send']);
    expect(planByHtn(planner, plannerState({ goal: 'send it', forbidden })).problems[0]).toMatchObject({
      message: 'I cannot plan this: the tool mail.send is not allowed here.',
      help: expect.stringContaining('send mail'),
    });
  });

  test('T4 a search without end is given up, and says so', () => {
    const endless = tasks({ methods: [{ id: 'm', task: 'answer', subtasks: ['answer'] }] });
    expect(planByHtn(endless, plannerState()).plan).toBeNull();
    const wide = tasks({
      tasks: ['answer', 'x'],
      operators,
      methods: [
        { id: 'm', task: 'answer', subtasks: [...Array.from({ length: 14 }, () => 'x'), 'never'] },
        { id: 'x1', task: 'x', subtasks: ['a'] },
        { id: 'x2', task: 'x', subtasks: ['b'] },
      ],
    });
    const { problems, trace } = planByHtn(wide, plannerState());
    expect(problems.map(({ code }) => code)).toEqual(['CANNOT_PLAN', 'HTN_BUDGET']);
    expect(isJsonObject(trace) && trace.expanded).toBe(LIMITS.htnNodes + 1);
  });
});

describe('A5 the planners that ship', () => {
  test('are sound documents: check says nothing about them', () => {
    const planners = JSON.parse(JSON.stringify(BUILT_IN_PLANNERS)) as Json;
    expect(check(workspace([], { planners }), BUILT_IN_CATALOGUE)).toEqual([]);
  });

  test('a node means the one it names, else that of its flavour', () => {
    expect(plannerDocument('htn', null, [])).toEqual({ ok: true, value: BUILT_IN_HTN });
    expect(plannerDocument('rules', null, [])).toEqual({ ok: true, value: BUILT_IN_RULES });
    const mine = rules();
    expect(plannerDocument('rules', 'mine', [mine])).toEqual({ ok: true, value: mine });
    expect(plannerDocument('htn', 'mine', [mine])).toMatchObject({
      ok: false,
      problem: [{ code: 'PLANNER_WRONG_KIND' }],
    });
    expect(plannerDocument('htn', 'other', [mine])).toMatchObject({
      ok: false,
      problem: [{ code: 'PLANNER_UNKNOWN' }],
    });
  });

  const { documents } = JSON.parse(
    readFileSync('public/samples/research-documents.planloom.json', 'utf8'),
  ) as { documents: WorkspaceDocument[] };
  const askDocuments = (goal: string) =>
    planByHtn(
      BUILT_IN_HTN,
      plannerState({
        goal,
        memory: describeDocuments(readNow(documents)),
        catalogue: builtIn('documents.', 'table.'),
        writable: ['answer'],
      }),
    );
  const capabilities = (goal: string) =>
    askDocuments(goal).plan?.nodes.map((node) =>
      node.type === 'CAPABILITY' ? node.params.capability : node.type,
    );

  test('a question to documents is searched and answered; a comparison reads and compares before', () => {
    expect(capabilities('What is said about green roofs?')).toEqual(['documents.search', 'documents.answer']);
    expect(capabilities('Compare white roofs and green roofs')).toContain('documents.compare');
  });

  test('cards fit their nodes', () => {
    for (const goal of [
      'What do the documents say about the effects of very long sentences on cards?',
      'Compare the sources',
    ])
      for (const { name = '' } of askDocuments(goal).plan?.nodes ?? [])
        expect(name.length).toBeLessThanOrEqual(24);
  });

  test('what no search fulfils is refused', () => {
    expect(askDocuments('Write a poem about the sea').problems[0]?.message).toMatch(/^I cannot plan this/);
    expect(askDocuments('').problems[0]?.message).toMatch(/asks nothing/);
  });
});

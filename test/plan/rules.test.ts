import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, type JsonObject, LIMITS } from '#base';
import { check, checkPlan, cyclesOf, readPlan, type Workspace } from '#plan';
import { toolRefused } from '../../src/plan/rules/capabilitiesExist';
import { catalogue, takes } from '../notation/catalogue';
import { body, plan, planJson, workspace } from '../notation/plan';
import { RULE_CASES } from './ruleCases';

const CATALOGUE = catalogue('echo', {
  id: 'table.filter',
  input: takes({ rows: { type: 'array' }, column: { type: 'string' }, value: { type: 'number' } }, [
    'rows',
    'column',
    'value',
  ]),
});

/** A diagnostic on one line: `severity CODE node field-or-edge`. */
const lineOf = ({ severity, code, where }: Diagnostic) =>
  `${severity} ${code} ${where.node ?? ''} ${where.field ?? where.edge ?? ''}`;

function checked(text: string, rest: JsonObject = {}): readonly Diagnostic[] {
  return check(workspace([plan(text)], rest), CATALOGUE);
}

describe('E4 every rule says what is wrong, where, and what to do', () => {
  test.each(RULE_CASES.map((one) => [one.rule, one] as const))(
    '%s',
    (_title, { plan: text, says, workspace: rest }) => {
      const found = checked(text, rest);
      expect(found.map(lineOf)).toEqual(says);
      for (const { message, help, where } of found) {
        expect(message, 'one sentence').toMatch(/^[^\n]+[.?]$/);
        expect(help.length, 'what to do').toBeGreaterThan(8);
        expect(where.plan ?? where.field, 'where').toBeDefined();
      }
    },
  );

  test('a plan with nothing wrong gets nothing said', () => {
    const text = `in question\nout answer\nstart: START\nlook: CAPABILITY echo {input: {text: "{{ question }}"}, output: {answer: result}}
      start -> look\nresult {answer: "{{ answer }}"}`;
    expect(checked(text.replaceAll('\n      ', '\n'))).toEqual([]);
  });

  test('the nearest name is in the help, and never taken', () => {
    expect(checked('a: CAPABILITY ecko')[0]?.help).toContain('Did you mean "echo"?');
    expect(checked('in score\nc: IF scroe > 1')[0]?.help).toContain('Did you mean "score"?');
  });

  test('no rule is without a case: every code in src/plan/rules is among these tests', () => {
    const tested = readdirSync('test/plan', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join('test/plan', name), 'utf8'))
      .join('\n');
    const files = readdirSync('src/plan/rules', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const codes = files.flatMap((name) => {
      const source = readFileSync(join('src/plan/rules', name), 'utf8');
      return [...source.matchAll(/(?:problem|warning|note)\(\s*'([A-Z_]+)'/g)].map(([, code]) => code ?? '');
    });
    expect(codes.length).toBeGreaterThan(40);
    expect([...new Set(codes)].filter((code) => !tested.includes(code))).toEqual([]);
  });
});

test('fault S9 P8 a tool that is not there is told from one that is not allowed', () => {
  const refused = [toolRefused('math.add', false), toolRefused('math.add', true)];
  expect(refused.map(({ code, message }) => [code, message])).toEqual([
    ['UNKNOWN_TOOL', 'There is no tool "math.add".'],
    ['TOOL_NOT_ALLOWED', 'The tool "math.add" is not allowed here.'],
  ]);
});

describe('rules that a text of the notation cannot break', () => {
  test('L9 the timeout of a wait stands among its parameters', () => {
    const read = readPlan({
      ...planJson('h: HUMAN_INPUT Hi'),
      nodes: [{ id: 'h', type: 'HUMAN_INPUT', params: { message: 'Hi', timeoutMs: null }, timeoutMs: 5 }],
    });
    expect(read.ok && checkPlan(read.value, workspace([]), CATALOGUE).map(lineOf)).toEqual([
      'error TIMEOUT_MISPLACED h /timeoutMs',
    ]);
  });

  test('L1 a template is needed', () => {
    const read = readPlan({ ...planJson(''), nodes: [{ id: 'f', type: 'FILL_TEMPLATE', params: {} }] });
    expect(read.ok && checkPlan(read.value, workspace([]), CATALOGUE).map(lineOf)).toEqual([
      'error TEMPLATE_MISSING f /params/template',
    ]);
  });

  test('V1 a default that does not fit its schema; V3 types that do not fit', () => {
    const variables = [
      { id: 'count', scope: 'IN', schema: { type: 'number' }, default: 'many' },
      { id: 'name', scope: 'IN', schema: { type: 'string' } },
    ];
    const read = readPlan({ ...planJson('c: IF name > count'), variables });
    expect(read.ok && checkPlan(read.value, workspace([]), CATALOGUE).map(lineOf)).toEqual([
      'error DEFAULT_INVALID  /variables/0/default',
      'warning EXPRESSION_TYPE c /params/condition',
    ]);
  });

  describe('V3 templates are type-checked like expressions, and problems say where', () => {
    const variables = [
      { id: 'n', scope: 'IN', schema: { type: 'number' } },
      { id: 'q', scope: 'IN', schema: { type: 'string' } },
      { id: 'xs', scope: 'IN', schema: {} },
    ];
    const found = (hole: string, prompts: Workspace['prompts'] = []) => {
      const nodes = [
        {
          id: 'a',
          type: 'CAPABILITY',
          params: { capability: 'echo' },
          input: { rows: [`is {{ ${hole} }}`] },
        },
        { id: 'f', type: 'FILL_TEMPLATE', params: prompts.length > 0 ? { prompt: 'p' } : { template: 'x' } },
      ];
      const read = readPlan({ ...planJson(''), variables, nodes });
      if (!read.ok) throw new Error('the plan was not read');
      return checkPlan(read.value, { ...workspace([]), prompts }, CATALOGUE);
    };

    test.each(['q > n', 'now()', '!n', 'n ? 1 : 2', 'q + [1]', 'n in [1, 2] && q.nothing()'])(
      '%s',
      (hole) => {
        expect(found(hole)).toMatchObject([
          { code: 'EXPRESSION_TYPE', severity: 'warning', where: { node: 'a', field: '/input/rows/0' } },
        ]);
      },
    );

    test.each([
      'q == null',
      'n != null',
      'q == n',
      'n in [1, 2]',
      'q in {"a": 1}',
      'n > 2 ? "many" : 0',
      '"n = " + n',
      'xs.filter(x, x.a > n).size() % 2 == 0',
      '[1, "a"].exists(x, x == n)',
      'xs.?a.orValue(1)',
    ])('%s works, and nothing is said', (hole) => {
      expect(found(hole)).toEqual([]);
    });

    test('a name that is not declared is found in its text', () => {
      expect(found('n + [q, scroe].size()')).toMatchObject([
        { code: 'VARIABLE_UNDECLARED', where: { node: 'a', field: '/input/rows/0', offset: 14 } },
      ]);
    });

    test('V1 a prompt that a FILL_TEMPLATE fills names only variables of its plan', () => {
      expect(found('n', [{ id: 'p', version: 1, text: 'Hi {{ q }} and {{ zz }}' }])).toMatchObject([
        { code: 'VARIABLE_UNDECLARED', where: { node: 'f', field: '/params/prompt' } },
      ]);
    });
  });

  test('P12 a planner of the workspace is there, and works in the way that is named', () => {
    const found = (use: string) => {
      const read = readPlan({
        ...planJson('e: PLAN_EXECUTOR'),
        nodes: [
          { id: 'p', type: 'PLANNER', params: { goal: 'x', planner: { flavour: 'rules', use } } },
          { id: 'e', type: 'PLAN_EXECUTOR' },
        ],
        edges: [{ from: 'p', to: 'e' }],
      });
      const planners: Workspace['planners'] = [
        { id: 'mine', kind: 'rules', rules: [] },
        { id: 'net', kind: 'htn', tasks: [], methods: [], operators: [] },
      ];
      return read.ok && checkPlan(read.value, { ...workspace([]), planners }, CATALOGUE).map(lineOf);
    };
    expect(found('mine')).toEqual([]);
    expect(found('built-in-rules')).toEqual([]);
    for (const use of ['mime', 'net'])
      expect(found(use)).toEqual(['error PLANNER_UNKNOWN p /params/planner/use']);
  });

  test('V1, case C4 a schema that cannot judge: what is elsewhere, a pattern that no automaton can follow', () => {
    const variables = [{ id: 'q', scope: 'IN', schema: { $ref: 'https://evil.example/schema' } }];
    const form = { type: 'object', properties: { name: { type: 'string', pattern: '^(\\w+)\\1$' } } };
    const nodes = [{ id: 'h', type: 'HUMAN_INPUT', params: { schema: form, timeoutMs: null } }];
    const read = readPlan({ ...planJson(''), variables, nodes });
    expect(read.ok && checkPlan(read.value, workspace([]), CATALOGUE).map(lineOf)).toEqual([
      'error SCHEMA_UNUSABLE  /variables/0/schema',
      'error SCHEMA_UNUSABLE h /params/schema',
    ]);
  });

  test('V1 a plan of open variables declares whatever is written', () => {
    expect(checked('open\na: CAPABILITY echo {output: {x: result}}\nc: IF y > 1\na -> c')).toEqual([]);
  });

  test('T4 20,000 nodes are accepted, one more is refused with the number; 16 containers deep, one more', () => {
    const many = (count: number): Workspace =>
      workspace([plan(Array.from({ length: count }, (_, index) => `n${index}: NOTE x`).join('\n'))]);
    expect(check(many(LIMITS.nodesAccepted), CATALOGUE)).toEqual([]);
    expect(check(many(LIMITS.nodesAccepted + 1), CATALOGUE)).toMatchObject([
      { code: 'TOO_MANY_NODES', message: expect.stringContaining('20001 > 20000') },
    ]);
    const deep = (levels: number) =>
      plan(
        `${Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}g${level}: GROUP ASYNC`).join(
          '\n',
        )}\n${'  '.repeat(levels)}a: CAPABILITY echo`,
      );
    expect(checkPlan(deep(LIMITS.containerDepth), workspace([]), CATALOGUE)).toEqual([]);
    expect(
      checkPlan(deep(LIMITS.containerDepth + 1), workspace([]), CATALOGUE).map(({ code }) => code),
    ).toContain('CONTAINER_TOO_DEEP');
  });
});

describe('case D1 cycles are found before anything runs', () => {
  const random = fc.integer({ min: 1, max: 9 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      edges: fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), {
        maxLength: 20,
        selector: String,
      }),
    }),
  );

  test('random graphs: the nodes named are those that can reach themselves, put together by reach', () => {
    fc.assert(
      fc.property(random, ({ count, edges }) => {
        const lines = Array.from({ length: count }, (_, index) => `n${index}: TRANSFORM 1`);
        const drawn = body([...lines, ...edges.map(([from, to]) => `n${from} -> n${to}`)].join('\n'));
        const reach = closure(count, edges);
        const mutual = (one: number, other: number) => reach[one]?.has(other) && reach[other]?.has(one);
        const onCycle = lines.map((_, index) => index).filter((index) => reach[index]?.has(index));
        const components = onCycle
          .map((index) => onCycle.filter((other) => other === index || mutual(index, other)))
          .filter((members, at, all) => all.findIndex((one) => one[0] === members[0]) === at);
        expect(cyclesOf(drawn)).toEqual(components.map((members) => members.map((index) => `n${index}`)));
      }),
      { seed: 31, numRuns: 300 },
    );
  });

  /** Which nodes each can reach, by one or more edges: Floyd and Warshall's way. */
  function closure(
    count: number,
    edges: readonly (readonly [number, number])[],
  ): readonly ReadonlySet<number>[] {
    const reach = Array.from({ length: count }, () => new Set<number>());
    for (const [from, to] of edges) reach[from]?.add(to);
    for (let middle = 0; middle < count; middle++)
      for (const set of reach) if (set.has(middle)) for (const next of reach[middle] ?? []) set.add(next);
    return reach;
  }

  test('a chain of 20,000 nodes is walked without recursion', () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => ({
      id: `n${index}`,
      type: 'NOTE' as const,
      params: { markdown: '' },
    }));
    const edges = nodes.slice(1).map(({ id }, index) => ({ from: `n${index}`, port: 'out', to: id }));
    expect(cyclesOf({ nodes, edges })).toEqual([]);
    const [all] = cyclesOf({ nodes, edges: [...edges, { from: 'n19999', port: 'out', to: 'n0' }] });
    expect(all).toHaveLength(20_000);
  });
});

describe('M1 what is wrong with a state machine, before any runs', () => {
  function ofMachine(fields: JsonObject): readonly string[] {
    const read = readPlan({ id: 'flow', kind: 'state-machine', ...fields });
    if (!read.ok) throw new Error(JSON.stringify(read.problem));
    return checkPlan(read.value, workspace([]), CATALOGUE).map(lineOf);
  }
  const end = { id: 'end', type: 'final' };
  /** A way out, so that nothing is said of what cannot be reached. */
  const out = [{ event: 'out', target: 'end' }];
  const variables = [{ id: 'x', scope: 'IN', schema: { type: 'number' } }];

  test.each<[string, JsonObject, readonly string[]]>([
    ['no states', { states: [] }, ['error MACHINE_EMPTY  /initial']],
    [
      'case D2 an initial state that is not there',
      { initial: 'strat', on: [{ event: 'go', target: 'start' }], states: [{ id: 'start', on: out }, end] },
      ['error INITIAL_UNKNOWN  /initial'],
    ],
    [
      'a target that is not there',
      { on: out, states: [{ id: 'start', on: [{ event: 'go', target: 'ned' }], defaultNext: 'nde' }, end] },
      ['error TARGET_UNKNOWN start /on/0/target', 'error TARGET_UNKNOWN start /defaultNext'],
    ],
    [
      'a condition that cannot be read',
      { states: [{ id: 'start', on: [{ event: 'go', target: 'end', when: 'x >' }] }, end] },
      ['error EXPRESSION_INVALID start /on/0/when'],
    ],
    [
      'a final state with transitions',
      { states: [{ ...end, on: [{ event: 'go', target: 'end' }] }] },
      ['error FINAL_WITH_TRANSITIONS end /type'],
    ],
    [
      'a final state that holds others',
      { states: [{ ...end, states: [{ id: 'in' }] }] },
      ['error STATE_CANNOT_NEST end /states'],
    ],
    [
      'a parallel state with an initial',
      { on: out, states: [{ id: 'both', type: 'parallel', initial: 'in', states: [{ id: 'in' }] }, end] },
      ['error PARALLEL_WITH_INITIAL both /initial'],
    ],
    [
      'a capability that is not there',
      { on: out, states: [{ id: 'start', invoke: [{ capability: 'ecko' }] }, end] },
      ['error CAPABILITY_UNKNOWN start /invoke/0/capability'],
    ],
    ['case D2 no final state', { states: [{ id: 'start' }] }, ['warning NO_FINAL_STATE  ']],
    [
      'case D1 states that lead to each other for ever',
      {
        on: out,
        states: [{ id: 'a', always: [{ target: 'b' }] }, { id: 'b', always: [{ target: 'a' }] }, end],
      },
      ['error EVENTLESS_CYCLE a '],
    ],
    [
      'case D1 states that may',
      {
        on: out,
        variables,
        states: [
          { id: 'a', always: [{ target: 'b', when: 'x > 1' }] },
          { id: 'b', always: [{ target: 'a' }] },
          end,
        ],
      },
      ['warning EVENTLESS_CYCLE a '],
    ],
    [
      'case D1 defaultNext without a response is taken at once, too',
      { on: out, states: [{ id: 'a', defaultNext: 'b' }, { id: 'b', defaultNext: 'a' }, end] },
      ['error EVENTLESS_CYCLE a '],
    ],
    [
      'targets of one region, and targets inside each other',
      {
        on: [
          { event: 'a', target: ['l1', 'l2'] },
          { event: 'b', target: ['l', 'l1'] },
          { event: 'c', target: ['l2', 'r'] },
          ...out,
        ],
        states: [
          {
            id: 'both',
            type: 'parallel',
            states: [
              { id: 'l', states: [{ id: 'l1' }, { id: 'l2' }] },
              { id: 'r', states: [{ id: 'r1' }] },
            ],
          },
          end,
        ],
      },
      ['error TARGETS_CONFLICT  /on/0/target', 'error TARGETS_CONFLICT  /on/1/target'],
    ],
    [
      'the machine itself is no target beside another',
      { on: [{ event: 'a', target: 'end', restart: true }, ...out], states: [end] },
      ['error TARGETS_CONFLICT  /on/0/restart'],
    ],
    [
      'a machine that begins again without an event never rests',
      { on: out, initial: 'a', states: [{ id: 'a', always: [{ restart: true }] }, end] },
      ['error EVENTLESS_CYCLE a '],
    ],
    [
      'history: it can never be entered, and it leads into what it remembers',
      {
        on: out,
        states: [
          {
            id: 'box',
            on: [{ event: 'back', target: 'past' }],
            states: [{ id: 'in' }, { id: 'past', type: 'history', target: 'end', on: out }],
          },
          end,
        ],
      },
      ['error HISTORY_WITH_FIELDS past /on', 'error HISTORY_TARGET_OUTSIDE past /target'],
    ],
    [
      'histories that lead to each other, and one that is initial and leads to the initial state',
      {
        on: out,
        states: [
          {
            id: 'box',
            on: [
              { event: 'back', target: 'one' },
              { event: 'on', target: ['first'] },
              { event: 'was', target: 'was' },
            ],
            states: [
              { id: 'in' },
              { id: 'one', type: 'history', target: 'two' },
              { id: 'two', type: 'history', target: 'one' },
            ],
          },
          { id: 'other', initial: 'past', states: [{ id: 'first' }, { id: 'past', type: 'history' }] },
          { id: 'fine', states: [{ id: 'here' }, { id: 'was', type: 'history' }] },
          end,
        ],
      },
      ['error HISTORY_CYCLE one /target', 'error HISTORY_CYCLE past /target'],
    ],
    [
      'responders, guards and delays of one name (W2), and a second answer to one event (M2)',
      {
        on: out,
        states: [{ id: 'a', action: { event: 'ask' } }, end],
        responders: [
          { id: 'r', request: 'ask' },
          { id: 'r', request: 'ask' },
        ],
        guards: [
          { name: 'g', when: 'true' },
          { name: 'g', when: 'false' },
        ],
        delays: [
          { name: 'd', ms: 1 },
          { name: 'd', ms: 2 },
        ],
      },
      [
        'error DUPLICATE_ID  /responders/1/id',
        'error DUPLICATE_ID  /guards/1/name',
        'error DUPLICATE_ID  /delays/1/name',
        'warning RESPONDER_UNUSED  /responders/1/request',
      ],
    ],
    [
      'a target on a state that is no history',
      { on: out, states: [{ id: 'a', target: 'end' }, end] },
      ['error TARGET_WITHOUT_HISTORY a /target'],
    ],
    [
      'M3 terminal states and outcomes belong to the machine itself',
      {
        on: out,
        states: [
          { id: 'box', states: [{ id: 'in', isTerminal: true }] },
          { ...end, outcome: 'failed' },
        ],
      },
      ['error TERMINAL_INSIDE in /isTerminal'],
    ],
    [
      'M3 an outcome of a state that ends nothing',
      { on: out, states: [{ id: 'a', outcome: 'failed' }, end] },
      ['warning OUTCOME_UNUSED a /outcome'],
    ],
    [
      'V1 what is not declared is neither read nor written',
      {
        on: out,
        states: [
          {
            id: 'a',
            on: [
              {
                event: 'go',
                target: 'end',
                when: 'y > event.data.n',
                actions: [{ type: 'assign', values: { z: 'results.a' } }],
              },
            ],
            invoke: [{ capability: 'echo', output: { w: 'result' } }],
          },
          end,
        ],
      },
      [
        'error VARIABLE_UNDECLARED a /on/0/when',
        'error VARIABLE_UNDECLARED a /on/0/actions/0/values',
        'error VARIABLE_UNDECLARED a /invoke/0/output',
      ],
    ],
    [
      'V1 words of the language are no variables',
      { on: out, variables: [{ id: 'event', scope: 'IN' }], states: [{ id: 'a' }, end] },
      ['error VARIABLE_NAME_RESERVED  /variables/0/id'],
    ],
    [
      'V3 types of inputs are certain, in conditions with inState too',
      {
        variables,
        states: [{ id: 'a', on: [{ event: 'go', target: 'end', when: 'inState("a") && x' }] }, end],
      },
      ['warning EXPRESSION_TYPE a /on/0/when'],
    ],
    [
      'M6 states and guards that a condition asks for',
      {
        guards: [
          { name: 'one', when: 'guard("two")' },
          { name: 'two', when: '!guard("one")' },
        ],
        states: [
          {
            id: 'a',
            on: [{ event: 'go', target: 'end', when: 'inState("b") || guard("three") || guard("one")' }],
          },
          end,
        ],
      },
      [
        'error GUARD_CYCLE  /guards/0/when',
        'error GUARD_CYCLE  /guards/1/when',
        'error STATE_UNKNOWN a /on/0/when',
        'error GUARD_UNKNOWN a /on/0/when',
      ],
    ],
    [
      'M1 delays: none, two, and one that is only a name',
      {
        states: [
          {
            id: 'a',
            after: [
              { target: 'end' },
              { delay: 'soon', delayMs: 1, target: 'end' },
              { delay: 'late', target: 'end' },
            ],
          },
          end,
        ],
      },
      ['error DELAY_MISSING a /after/0', 'error DELAY_DOUBLE a /after/1', 'error DELAY_UNKNOWN a /after/2'],
    ],
    [
      'M1 invocations: nothing, two things, a plan that is not there, one id twice, one that is sent to',
      {
        on: out,
        states: [
          {
            id: 'a',
            entry: [{ type: 'send', to: 'other', event: 'x' }],
            invoke: [{ id: 'i' }, { id: 'i', capability: 'echo', plan: 'p' }, { id: 'j', plan: 'p' }],
          },
          end,
        ],
      },
      [
        'error INVOCATION_EMPTY a /invoke/0',
        'error DUPLICATE_ID a /invoke/1/id',
        'error INVOCATION_DOUBLE a /invoke/1',
        'error SUB_PLAN_UNKNOWN a /invoke/2/plan',
        'error INVOCATION_UNKNOWN a /entry/0/to',
      ],
    ],
    [
      'M2 who answers what nobody asks',
      { on: out, responders: [{ id: 'r', request: 'ask', capability: 'echo' }], states: [{ id: 'a' }, end] },
      ['warning RESPONDER_UNUSED  /responders/0/request'],
    ],
    [
      'case D2 a state that nothing leads to; an event that the machine raises and does not hear',
      { on: out, states: [{ id: 'a', entry: [{ type: 'raise', event: 'gone' }] }, { id: 'b' }, end] },
      ['warning STATE_UNREACHABLE b ', 'warning EVENT_UNHEARD a /entry/0/event'],
    ],
  ])('%s', (_title, fields, says) => {
    expect(ofMachine(fields)).toEqual(says);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#base';
import { exportSteps, importSteps } from '#formats';
import { toJson, type Workspace } from '#plan';
import { plan, workspace } from '../notation/plan';

const BEES = [
  {
    goal: "List today's bees",
    primary_tools: ['field_log'],
    success_criteria: 'One species or more',
    context: 'Latin names',
  },
  { goal: 'Draw a chart', primary_tools: ['plot', 'web_search'], success_criteria: 'A file exists' },
];

describe('S3 steps of reference 4', () => {
  it('P14 become a chain of AGENTs, each followed by the next whatever came of it', () => {
    const [one] = importSteps(BEES).workspace?.plans ?? [];
    expect(one).toMatchObject({
      nodes: [
        {
          id: 'step-1',
          type: 'AGENT',
          onError: 'continue',
          params: {
            goal: "List today's bees\nLatin names",
            tools: ['field_log'],
            successCriteria: 'One species or more',
          },
        },
        {
          id: 'step-2',
          type: 'AGENT',
          onError: 'continue',
          params: { goal: 'Draw a chart', tools: ['plot', 'web_search'] },
        },
      ],
      edges: [{ from: 'step-1', to: 'step-2' }],
    });
  });

  it('their numbers are the order, wherever they stand', () => {
    const [late, early] = BEES;
    const outcome = importSteps([
      { ...late, step_num: 2 },
      { ...early, step_num: 1 },
    ] as Json);
    const [one] = outcome.workspace?.plans ?? [];
    expect(one?.kind === 'capability' && one.nodes.map(({ name }) => name)).toEqual([
      'Draw a chart',
      "List today's bees",
    ]);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('READ_AS');
  });

  it('P14 mode single is one CAPABILITY: the first tool, once', () => {
    const [one] = importSteps([{ ...BEES[1], mode: 'single' }] as Json).workspace?.plans ?? [];
    expect(one).toMatchObject({
      nodes: [
        {
          type: 'CAPABILITY',
          params: { capability: 'plot' },
          input: { query: 'Draw a chart' },
          onError: 'continue',
        },
      ],
    });
  });

  it('S3 import → export → import: the same plan, and the file as it was', () => {
    fc.assert(
      fc.property(anySteps, (value) => {
        const first = imported(value);
        const { value: written, leftOut } = exported(first);
        expect(leftOut).toEqual([]);
        expect(written).toEqual(value);
        expect(toJson(imported(written))).toEqual(toJson(first));
      }),
      { seed: 42, numRuns: 200 },
    );
  });

  it('S3 what is no goal for a tool is named', () => {
    const drawn = workspace([
      plan('a: CAPABILITY echo {input: {text: "x"}, onError: continue}\nb: DELAY {forMs: 5}\na -> b'),
    ]);
    const { value, leftOut } = exported(drawn);
    expect(value).toEqual([{ goal: 'a', primary_tools: ['echo'], success_criteria: '', mode: 'single' }]);
    expect(leftOut.map(({ where }) => `${where.node ?? ''}${where.field}`)).toEqual(['a/input', 'b/type']);
  });

  it.each([
    [{}, 'NOT_STEPS'],
    [[7], 'WRONG_TYPE'],
    [[{ primary_tools: ['a'], success_criteria: '' }], 'GOAL_MISSING'],
    [[{ goal: 'g', primary_tools: [], success_criteria: '' }], 'BLANK_TOOL'],
    [[{ goal: 'g', success_criteria: '' }], 'BLANK_TOOL'],
    [[{ goal: 'g', primary_tools: [3], success_criteria: '' }], 'WRONG_TYPE'],
  ])('W3 %j is refused: %s', (value, code) => {
    const outcome = importSteps(value as Json);
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.map((one) => one.code)).toContain(code);
  });
});

const words = fc.constantFrom('Count bees', 'Draw it', 'Ask the hive', 'Write a report');
const anySteps = fc.array(
  fc.record(
    {
      goal: words,
      primary_tools: fc.subarray(['field_log', 'plot', 'web_search'], { minLength: 1 }),
      success_criteria: words,
      context: fc.constantFrom('Latin names', 'In May', ''),
      mode: fc.constant('single'),
      owner: fc.string(),
    },
    { requiredKeys: ['goal', 'primary_tools', 'success_criteria'] },
  ) as fc.Arbitrary<JsonObject>,
  { maxLength: 4 },
);

function imported(value: Json): Workspace {
  const outcome = importSteps(value);
  if (outcome.workspace === null) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.workspace;
}

function exported(one: Workspace) {
  const [first] = one.plans;
  const result = first === undefined ? null : exportSteps(first, one);
  if (!result?.ok) throw new Error('not exported');
  return result.value;
}

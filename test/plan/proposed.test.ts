import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '#base';
import { type BodyContext, checkBody } from '#plan';
import { catalogue, takes } from '../notation/catalogue';
import { body } from '../notation/plan';

const CATALOGUE = catalogue(
  'echo',
  { id: 'scale.read', input: takes({ bin: { type: 'number' } }, ['bin']) },
  'mail.send',
);

function found(text: string, context: Partial<BodyContext> = {}): readonly Diagnostic[] {
  return checkBody(body(text), {
    variables: new Set(['answer', 'crew']),
    catalogue: CATALOGUE,
    tools: new Set(['echo', 'scale.read']),
    maxSteps: 5,
    plannerDepth: 1,
    maxPlannerDepth: 3,
    ...context,
  });
}

/** What is said, one line a diagnostic: code, node, field. */
function says(text: string, context: Partial<BodyContext> = {}): readonly string[] {
  return found(text, context).map(({ code, where }) => `${code} ${where.node ?? ''} ${where.field ?? ''}`);
}

describe('P3 a proposed plan passes the rules of every plan, within the bounds of its planner', () => {
  test('what is allowed and whole is accepted without a word', () => {
    expect(
      says(
        'a: CAPABILITY scale.read {input: {bin: 3}, output: {answer: result}}\nb: CAPABILITY echo\na -> b',
      ),
    ).toEqual([]);
  });

  test('P8 a tool that is there but not allowed; case E1 one that is not there, with the nearest', () => {
    expect(says('a: CAPABILITY mail.send')).toEqual(['TOOL_NOT_ALLOWED a /params/capability']);
    expect(says('a: CAPABILITY mail.send', { tools: null })).toEqual([]);
    const [unknown] = found('a: CAPABILITY scale.raed');
    expect(unknown).toMatchObject({
      code: 'UNKNOWN_TOOL',
      help: expect.stringContaining('Did you mean "scale.read"?'),
    });
  });

  test('P8 a planner inside may not allow itself more than its own planner has', () => {
    expect(says('p: PLANNER rules {goal: x, tools: ["mail.*"]}')).toEqual([
      'TOOL_NOT_ALLOWED p /params/tools/0',
    ]);
    expect(says('p: PLANNER rules {goal: x, tools: [mail.send]}')).toEqual([
      'TOOL_NOT_ALLOWED p /params/tools/0',
    ]);
    expect(says('p: PLANNER rules {goal: x, tools: ["scale.*"]}')).toEqual([]);
  });

  test('T4 as many steps as allowed, one more, with the number', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, index) => `s${index}: CAPABILITY echo`).join('\n');
    expect(says(steps(5))).toEqual([]);
    expect(found(steps(6))[0]).toMatchObject({
      code: 'PLAN_TOO_LONG',
      message: expect.stringContaining('6 > 5'),
    });
    expect(says(`g: GROUP ASYNC\n  ${steps(5).replaceAll('\n', '\n  ')}`)).toEqual(['PLAN_TOO_LONG  ']);
  });

  test('case E5 planners inside planners: at the limit, and "depth 4 > 3"', () => {
    expect(says('p: PLANNER rules {goal: x}', { plannerDepth: 2 })).toEqual([]);
    expect(found('p: PLANNER rules {goal: x}', { plannerDepth: 3 })[0]).toMatchObject({
      code: 'PLANNER_DEPTH',
      message: expect.stringContaining('depth 4 > 3'),
      where: { node: 'p' },
    });
  });

  test('R13 output writes only variables of the plan around; expressions read them', () => {
    expect(says('a: CAPABILITY echo {input: {text: "{{ crew }}"}, output: {crew: result}}')).toEqual([]);
    expect(says('a: CAPABILITY echo {input: {text: "{{ boat }}"}, output: {boat: result}}')).toEqual([
      'VARIABLE_UNDECLARED a /input/text',
      'OUTPUT_UNDECLARED a /output/boat',
    ]);
  });

  test('case E2 two steps of one id, a cycle, an edge to nowhere', () => {
    const doubled = {
      nodes: [...body('a: CAPABILITY echo').nodes, ...body('a: CAPABILITY echo').nodes],
      edges: [],
    };
    const context = {
      variables: new Set<string>(),
      catalogue: CATALOGUE,
      tools: null,
      maxSteps: 5,
      plannerDepth: 1,
      maxPlannerDepth: 3,
    };
    expect(checkBody(doubled, context).map(({ code }) => code)).toEqual(['DUPLICATE_ID']);
    expect(says('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b -> a\nb -> c')).toEqual([
      'EDGE_TO_NOWHERE b ',
      'CYCLE a ',
    ]);
  });
});

describe('R13 steps["ID"] names a step that comes before', () => {
  const reads = (step: string) => `{input: {text: "{{ steps[\\"${step}\\"].text }}"}}`;
  test.each<[string, string, readonly string[]]>([
    ['by an edge', `a: CAPABILITY echo\nb: CAPABILITY echo ${reads('a')}\na -> b`, []],
    [
      'by several',
      `a: CAPABILITY echo\nm: CAPABILITY echo\nb: CAPABILITY echo ${reads('a')}\na -> m -> b`,
      [],
    ],
    ['not without one', `a: CAPABILITY echo\nb: CAPABILITY echo ${reads('a')}`, ['STEP_REFERENCE b /input']],
    [
      'not one that comes after',
      `a: CAPABILITY echo ${reads('b')}\nb: CAPABILITY echo\na -> b`,
      ['STEP_REFERENCE a /input'],
    ],
    ['not itself', `a: CAPABILITY echo ${reads('a')}`, ['STEP_REFERENCE a /input']],
    ['not one that is not there', `a: CAPABILITY echo ${reads('z')}`, ['STEP_REFERENCE a /input']],
    [
      'in a SYNC GROUP by order',
      `g: GROUP SYNC\n  a: CAPABILITY echo\n  b: CAPABILITY echo ${reads('a')}`,
      [],
    ],
    [
      'in a SYNC GROUP not against it',
      `g: GROUP SYNC\n  a: CAPABILITY echo ${reads('b')}\n  b: CAPABILITY echo`,
      ['STEP_REFERENCE a /input'],
    ],
    [
      'inside a container what comes before the container',
      `a: CAPABILITY echo\ng: GROUP ASYNC\n  b: CAPABILITY echo ${reads('a')}\na -> g`,
      [],
    ],
    [
      'a container that came before',
      `g: GROUP ASYNC\n  a: CAPABILITY echo\nb: CAPABILITY echo ${reads('g')}\ng -> b`,
      [],
    ],
    [
      'what lies in a container that came before',
      `g: GROUP ASYNC\n  a: CAPABILITY echo\nb: CAPABILITY echo ${reads('a')}\ng -> b`,
      [],
    ],
    [
      'not the container around it',
      `g: GROUP ASYNC\n  a: CAPABILITY echo ${reads('g')}`,
      ['STEP_REFERENCE a /input'],
    ],
    [
      'not another branch',
      `g: GROUP ASYNC\n  a: CAPABILITY echo\n  b: CAPABILITY echo ${reads('a')}`,
      ['STEP_REFERENCE b /input'],
    ],
  ])('%s', (_title, text, expected) => {
    expect(says(text)).toEqual(expected);
  });

  test('steps that are not named by a literal cannot be checked, and are refused', () => {
    expect(says('a: CAPABILITY echo {input: {text: "{{ steps[crew].text }}"}}')).toEqual([
      'VARIABLE_UNDECLARED a /input/text',
    ]);
  });
});

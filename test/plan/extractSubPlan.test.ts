import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasErrors, type JsonObject, seededRandom } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { apply, type CapabilityPlan, check, extractSubPlan, type Workspace, write } from '#plan';
import { randomPlan } from '../laws/randomPlan';
import { plan, workspace } from '../notation/plan';
import { simulatedIn } from '../notation/simulation';

const TAKEN = new Set(['main']);

function extracted(whole: CapabilityPlan, ...nodes: readonly string[]): Workspace | string {
  const before = workspace([whole]);
  const made = extractSubPlan(whole, nodes, TAKEN);
  if (!made.ok) return made.problem.message;
  const done = apply(before, made.value.edit);
  if (!done.ok) throw new Error(done.problem.message);
  const back = apply(done.value.workspace, done.value.inverse);
  expect(back.ok && write(back.value.workspace), 'one undo takes it back').toBe(write(before));
  return done.value.workspace;
}

const SCRIPT: JsonObject = {
  default: { afterMs: 3, output: 7 },
  nodes: { look: [{ afterMs: 5, output: { text: 'bees' } }] },
};

async function expectSame(whole: CapabilityPlan, after: Workspace): Promise<void> {
  const [one, other] = [await simulatedIn(workspace([whole]), SCRIPT), await simulatedIn(after, SCRIPT)];
  expect([other.status, other.outputs, other.variables]).toEqual([one.status, one.outputs, one.variables]);
}

const STORY = `
  in topic = "x"
  var found
  var count = 2
  out answer
  s: START
  look: CAPABILITY echo {input: {text: "{{ topic }}"}, output: {found: "result.text"}}
  gate: IF count > 1
  more: CAPABILITY echo {output: {count: "count + 1"}}
  less: CAPABILITY echo {output: {found: "result"}}
  join: CAPABILITY echo {output: {answer: "found"}}
  e: END
  s -> look -> gate
  gate.then -> more
  gate.else -> less
  more -> join
  less -> join
  join -> e
  result {answer: "{{ answer }}", count: "{{ count }}"}
`;

describe('E1 extract into a sub-plan', () => {
  test('what it reads is an input, what it writes comes back', () => {
    const after = extracted(plan(STORY), 'look');
    if (typeof after === 'string') throw new Error(after);
    expect(after.plans[1]).toMatchObject({
      variables: [
        { id: 'topic', scope: 'IN' },
        { id: 'found', scope: 'OUT' },
      ],
      result: { found: '{{ found }}' },
      nodes: [{ id: 'look' }],
    });
    const main = after.plans[0];
    expect(main?.kind === 'capability' && main.nodes.find(({ type }) => type === 'SUB_PLAN')).toMatchObject({
      params: { plan: 'part-1' },
      input: { topic: '{{ topic }}' },
      output: { found: 'result.found' },
    });
    expect(check(after, BUILT_IN_CATALOGUE)).toEqual([]);
  });

  test.each([
    [['look']],
    [['gate', 'more', 'less', 'join']],
    [['look', 'gate', 'more', 'less', 'join']],
    [['more']],
    [['gate', 'more', 'less']],
  ])('the plan means the same without %s', async (nodes) => {
    const after = extracted(plan(STORY), ...nodes);
    if (typeof after === 'string') throw new Error(after);
    await expectSame(plan(STORY), after);
  });

  test.each([
    [['gate', 'more'], 'The part ends in more than one place: its ways lead to different nodes.'],
    [['more', 'less'], 'The part begins in more than one place.'],
    [['look', 'join'], 'The part begins in more than one place.'],
    [['s', 'look'], '“Start” begins the plan that it stands in.'],
    [['join', 'e'], '“End” ends the plan that it stands in.'],
    [['gone'], 'There is nothing to extract.'],
  ])('%s is refused', (nodes, reason) => {
    expect(extracted(plan(STORY), ...nodes)).toBe(reason);
  });

  const RACE = `
    out answer
    fork: FORK
    slow: CAPABILITY echo {name: Slow, output: {answer: "'slow'"}}
    fast: CAPABILITY echo {name: Fast, output: {answer: "'fast'"}}
    stop: CANCEL {name: Stop, nodes: [slow]}
    say: CAPABILITY echo {name: Say, input: {text: "{{ answer }}"}}
    note: NOTE {markdown: "Who is first?"}
    fork -> slow -> say
    fork -> fast -> stop -> say
    result {answer: "{{ answer }}"}
  `;
  const SLOW: JsonObject = {
    nodes: { slow: [{ afterMs: 50, output: 1 }], fast: [{ afterMs: 5, output: 2 }] },
  };

  test('what cancels goes along with whom it cancels; a note stays', async () => {
    const after = extracted(plan(RACE), 'fork', 'slow', 'fast', 'stop', 'note');
    if (typeof after === 'string') throw new Error(after);
    const [one, other] = [await simulatedIn(workspace([plan(RACE)]), SLOW), await simulatedIn(after, SLOW)];
    expect([other.status, other.outputs, other.virtualMs]).toEqual([one.status, one.outputs, one.virtualMs]);
    expect(one.outputs).toEqual({ answer: 'fast' });
    expect(after.plans[0]?.kind === 'capability' && after.plans[0].nodes.map(({ id }) => id)).toContain(
      'note',
    );
  });

  test.each([
    [['fork', 'fast', 'stop'], '“Stop” cancels “Slow”: choose both, or neither.'],
    [['slow'], '“Stop” cancels “Slow”: choose both, or neither.'],
  ])('%s, which cancels or is cancelled, is refused', (nodes, reason) => {
    expect(extracted(plan(RACE), ...nodes)).toBe(reason);
  });

  test.each([
    ['a: CAPABILITY echo {disabled: skip}\nb: CAPABILITY echo\na -> b', /may end its way inside/],
    ['a: CAPABILITY echo {cancelOn: stop}\nb: CAPABILITY echo\na -> b', /may end its way inside/],
    ['a: CAPABILITY echo {onError: route}\nb: CAPABILITY echo\na -> b\na.error -> b', /where it fails/],
    ['a: PLANNER {planner: rules}\nb: PLAN_EXECUTOR\na -> b', /plans with all variables/],
  ])('what could go on otherwise is refused: %s', (text, reason) => {
    expect(extracted(plan(text), 'a')).toMatch(reason);
  });

  test('random parts of random plans mean the same', { timeout: 60_000 }, async () => {
    let count = 0;
    const property = fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
      const random = seededRandom(seed);
      const whole = randomPlan(seed, { nodes: 6, depth: 1, planners: false });
      const at = random.below(whole.nodes.length);
      const chosen = whole.nodes.slice(at, at + 1 + random.below(3)).map(({ id }) => id);
      const after = extracted(whole, ...chosen);
      if (typeof after === 'string' || hasErrors(check(workspace([whole]), BUILT_IN_CATALOGUE))) return;
      count++;
      const errors = check(after, BUILT_IN_CATALOGUE).filter(({ severity }) => severity === 'error');
      expect(errors).toEqual([]);
      await expectSame(whole, after);
      const failing = `n${random.below(6)}`;
      const script = {
        ...SCRIPT,
        nodes: { [failing]: [{ afterMs: 2, error: { code: 'DOWN', message: 'No.' } }] },
      };
      const [one, other] = [await simulatedIn(workspace([whole]), script), await simulatedIn(after, script)];
      expect([other.status, other.outputs], `${failing} fails`).toEqual([one.status, one.outputs]);
    });
    await fc.assert(property, { seed: 4_915, numRuns: 150 });
    expect(count).toBeGreaterThan(30);
  });
});

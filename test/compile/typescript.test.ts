import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toTypeScript } from '#compile';
import { type CapabilityPlan, read } from '#plan';
import { SAMPLES } from '#samples';
import { randomPlan } from '../laws/randomPlan';
import { plan, workspace } from '../notation/plan';
import { SideBySide, type World } from './sideBySide';

/** Runs both to the end and compares what they visited, and how they ended. */
async function agree(
  of: CapabilityPlan,
  seed: number,
  input = {},
  world?: World,
): Promise<readonly string[]> {
  const both = await SideBySide.of(of, seed, input, world);
  await both.go();
  const { kernel, module } = both.visits();
  expect({ seed, visits: module }).toEqual({ seed, visits: kernel });
  const { phase, output } = both.standing();
  const { status, state } = both.kernel;
  if (status === 'completed')
    expect({ seed, phase, output }).toEqual({ seed, phase: 'completed', output: state?.outputs });
  else expect({ seed, phase }).toEqual({ seed, phase: status === 'failed' ? 'failed' : 'going' });
  both.stop();
  return module;
}

describe('C3 the TypeScript module of a plan runs under createActor with xstate alone', () => {
  test('50 random plans visit the same nodes in the same order as the kernel, and end the same', async () => {
    for (let seed = 1; seed <= 50; seed++) {
      await agree(randomPlan(seed, { nodes: 5, depth: 2, planners: true }), seed);
    }
  });

  const isMachineAlone = (id: string): boolean => id === 'search-state-machine';
  for (const { id } of SAMPLES.filter((sample) => !isMachineAlone(sample.id))) {
    test(`the template ${id}`, async () => {
      const opened = read(readFileSync(`public/samples/${id}.planloom.json`, 'utf8'));
      const plans = opened.kind === 'document' ? opened.workspace.plans : [];
      const [first, ...others] = plans.filter((one) => one.kind === 'capability');
      if (first === undefined) throw new Error('no capability plan');
      const inputs = first.variables === 'open' ? [] : first.variables.filter(({ scope }) => scope === 'IN');
      const input = Object.fromEntries(inputs.map((one) => [one.id, one.default ?? 'a text']));
      const features = opened.kind === 'document' ? opened.workspace.features : [];
      const world = { plans: others, features };
      const visited = new Set<string>();
      for (let seed = 1; seed <= 10; seed++)
        for (const at of await agree(first, seed, input, world)) visited.add(at);
      expect(visited.size).toBeGreaterThan(2);
    });
  }

  const CONSTRUCTS: Readonly<Record<string, string>> = {
    'FORK and JOIN N_OF': `
      f: FORK
      a: CAPABILITY echo
      b: CAPABILITY echo
      c: CAPABILITY echo
      j: JOIN {need: "N_OF(2)"}
      d: CAPABILITY echo
      f -> a -> j
      f -> b -> j
      f -> c -> j
      j -> d`,
    'ITERATOR with two at once': `
      each: ITERATOR {items: "[1, 2, 3]", itemVariable: item, concurrency: 2, collectInto: all}
        a: CAPABILITY echo {onError: continue}
        b: CAPABILITY echo {onError: continue}
        a -> b
      out all
      d: CAPABILITY echo
      each -> d`,
    'LOOP with while and until': `
      var n = 0
      l: LOOP {while: "n < 3", until: "n == 2", maxIterations: 5, indexVariable: i}
        a: CAPABILITY echo {output: {n: "i + 1"}}
      b: CAPABILITY echo
      l -> b`,
    'TRY_CATCH with finally, and an END that leaves through it': `
      t: TRY_CATCH {errorVariable: problem}
        try: BODY
          a: CAPABILITY echo
        catch: BODY
          b: CAPABILITY echo
          e: END {ends: plan}
          b -> e
        finally: BODY
          c: CAPABILITY echo {onError: continue}
      var problem
      d: CAPABILITY echo
      t -> d`,
    'RETRY of a body': `
      r: RETRY {maxAttempts: 3, initialIntervalMs: 10}
        a: CAPABILITY echo
        b: CAPABILITY echo
        a -> b
      d: CAPABILITY echo
      r -> d`,
    'groups that are decided early': `
      g: GROUP ASYNC {completion: FIRST_SUCCESS, merge: COLLECT}
        a: CAPABILITY echo
        b: CAPABILITY echo
        c: GROUP ASYNC {completion: ALL_SETTLED, merge: PREFIX_BY_ACTIVITY}
          x: CAPABILITY echo
          y: CAPABILITY echo
      e: GROUP ASYNC {completion: "N_OF(2)", maxConcurrency: 1}
        p: CAPABILITY echo
        q: CAPABILITY echo
        s: CAPABILITY echo
      g -> e`,
    'CANCEL of what works beside it, and of what waits': `
      a: CAPABILITY echo {onError: continue}
      b: CAPABILITY echo
      c: CAPABILITY echo
      x: CANCEL {nodes: [b, c]}
      d: CAPABILITY echo
      a -> x
      b -> c
      c -> d
      x -> d`,
    'a merge by a capability': `
      var n = 0
      g: GROUP ASYNC {merge: "CAPABILITY(echo)", onError: continue}
        a: CAPABILITY echo {onError: continue, output: {n: "result"}}
        b: CAPABILITY echo
      d: IF {condition: "n == 1"}
      g -> d`,
    'one mutex for three': `
      a: CAPABILITY echo {mutex: lock, onError: continue}
      b: CAPABILITY echo {mutex: lock, onError: continue}
      c: CAPABILITY echo {mutex: lock, onError: continue}
      d: CAPABILITY echo
      b -> d`,
    'a signal that cancels, and waits': `
      a: CAPABILITY echo {cancelOn: stop}
      w: EVENT_WAIT {events: [{id: gone, event: go}, {id: big, event: stop, when: "event.data > 2"}]}
      b: CAPABILITY echo
      c: CAPABILITY echo
      w.gone -> b
      w.big -> c`,
    'what goes on in the background': `
      a: CAPABILITY echo {background: true}
      g: GROUP ASYNC {background: true, completion: FIRST_SUCCESS}
        x: CAPABILITY echo
        y: CAPABILITY echo
      b: CAPABILITY echo
      a -> b`,
    'branches that are let go': `
      g: GROUP ASYNC {completion: FIRST_SUCCESS, rest: ignore}
        a: CAPABILITY echo
        b: CAPABILITY echo
      j: CAPABILITY echo
      g -> j`,
    'a delay': `
      a: DELAY {forMs: 50}
      b: CAPABILITY echo
      a -> b`,
  };
  for (const [name, text] of Object.entries(CONSTRUCTS)) {
    test(name, async () => {
      for (let seed = 1; seed <= 12; seed++) await agree(plan(text), seed);
    });
  }
});

describe('C3 what the module says', () => {
  const text = async (source: string): Promise<string> =>
    (await toTypeScript(plan(source), workspace([plan(source)]))).text;

  test('activities, conditions and plans are parameters, their source beside them', async () => {
    const module = await text(`
      var n = 1
      a: CAPABILITY documents.search {input: {query: "{{ n }}"}, output: {n: "result.count"}}
      b: IF {condition: "n > 2"}
      x: PLAN_EXECUTOR
      a -> b
      b.then -> x`);
    expect(module).toContain('// CAPABILITY documents.search\n    readonly "a": Activity;');
    expect(module).toContain('// n > 2\n    readonly "b.condition": Expression;');
    expect(module).toContain('readonly "x": DynamicPlan;');
    expect(module.match(/^import .*/gm)).toEqual([
      "import { createActor, enqueueActions, fromPromise, setup } from 'xstate';",
    ]);
  });

  test('case B2 no text of a plan ends a comment or a literal', async () => {
    const module = await text('a: IF {condition: "x == \\"*/ alert(1)\\u2028alert(2)\\nalert(3) //\\""}');
    const line = module.split('\n').find((one) => one.includes('alert(1)')) ?? '';
    expect(line.trim().startsWith('//')).toBe(true);
    expect(module).not.toContain('\u2028');
    expect(module.split('\n').filter((one) => one.trim().startsWith('alert'))).toEqual([]);
  });

  test('what it does not hold is told by path, in the module too', async () => {
    const given = plan(`
      a: PLAN_EXECUTOR {approve: whenWidened, answer: model}
      b: CAPABILITY echo {mutex: m, cancelOn: stop, background: true}`);
    const { leftOut, text: module } = await toTypeScript(given, workspace([given]));
    expect(leftOut.map(({ where }) => where.field)).toEqual(['/params/approve', '/params/answer']);
    expect(module).toContain('// Not held: "approve" of the node "a"');
  });

  test('V1 schemas of inputs stand in it, for whoever judges them', async () => {
    const variables = [{ id: 'n', scope: 'IN', schema: { type: 'number' } }] as const;
    const given = { ...plan('a: CAPABILITY echo'), variables: [...variables] };
    const { leftOut, text: module } = await toTypeScript(given, workspace([given]));
    expect(leftOut).toEqual([]);
    expect(module).toContain('"schemas": {');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, seededRandom } from '#base';
import {
  apply,
  type CapabilityDescriptor,
  check,
  fixesFor,
  mayBeFixed,
  problemKey,
  read,
  type Workspace,
  write,
} from '#plan';
import { randomPlan } from '../laws/randomPlan';
import { catalogue, takes } from '../notation/catalogue';
import { machine } from '../notation/machine';
import { plan, workspace } from '../notation/plan';
import { randomMachines } from '../notation/randomMachines';
import { withFaults } from './plantedFaults';
import { RULE_CASES } from './ruleCases';

const CATALOGUE = catalogue('echo', 'model.generate', {
  id: 'table.filter',
  input: takes({ rows: { type: 'array' }, column: { type: 'string' }, value: { type: 'number' } }, [
    'rows',
    'column',
    'value',
  ]),
});

/** What the offered fixes of all problems of a document are called, each tried. */
function fixesOf(document: Workspace): readonly string[] {
  const diagnostics = check(document, CATALOGUE);
  return diagnostics.flatMap((diagnostic) => {
    const tried = [...fixesFor(diagnostic, { workspace: document, catalogue: CATALOGUE, diagnostics })];
    const fixes = tried.filter((fix) => fix !== null);
    if (fixes.length > 0) expect(mayBeFixed(diagnostic)).toBe(true);
    for (const { edit, label } of fixes) {
      const done = apply(document, edit);
      if (!done.ok) throw new Error(`${label}: ${done.problem.message}`);
      const after = check(done.value.workspace, CATALOGUE);
      const [was, is] = [diagnostics, after].map((list) => list.map(problemKey));
      const gone = problemKey(diagnostic);
      expect(is?.filter((one) => one === gone).length, label).toBeLessThan(
        was?.filter((one) => one === gone).length ?? 0,
      );
      for (const one of is ?? []) was?.splice(was.indexOf(one), was.includes(one) ? 1 : was.length + 1);
      expect(was?.length, `${label} adds no problem`).toBe(diagnostics.length - after.length);
      expect(read(write(done.value.workspace)).kind, `${label} leaves a document`).toBe('document');
      const back = apply(done.value.workspace, done.value.inverse);
      expect(back.ok && write(back.value.workspace), `${label} is undone`).toBe(write(document));
    }
    return fixes.map(({ label }) => `${diagnostic.code}: ${label}`);
  });
}

function ofPlan(text: string, rest: JsonObject = {}): readonly string[] {
  return fixesOf(workspace([plan(text)], rest));
}

function ofMachine(fields: Parameters<typeof machine>[0]): readonly string[] {
  return fixesOf(workspace([machine(fields)]));
}

describe('E4 each offered fix removes its problem and adds none', () => {
  test.each(RULE_CASES.map((one) => [one.rule, one] as const))('%s', (_title, one) => {
    ofPlan(one.plan, one.workspace);
  });

  test('in random plans with planted faults', { timeout: 60_000 }, () => {
    const wild = { nodes: 5, depth: 2, planners: true };
    const offered = new Set<string>();
    const property = fc.property(fc.nat(1_000_000), (seed) => {
      const faulty = withFaults(randomPlan(seed, wild), seededRandom(seed));
      if (faulty !== null)
        for (const label of fixesOf(workspace([faulty]))) offered.add(label.split(':')[0] ?? '');
    });
    fc.assert(property, { seed: 4_915, numRuns: 150 });
    expect(offered.size, [...offered].join(' ')).toBeGreaterThan(20);
  });

  test('in random machines with planted faults', { timeout: 60_000 }, () => {
    const offered = new Set<string>();
    const property = fc.property(randomMachines, fc.nat(1_000_000), (one, seed) => {
      const faulty = withFaults(one, seededRandom(seed));
      if (faulty !== null)
        for (const label of fixesOf(workspace([faulty]))) offered.add(label.split(':')[0] ?? '');
    });
    fc.assert(property, { seed: 4_915, numRuns: 150 });
    expect(offered.size, [...offered].join(' ')).toBeGreaterThan(15);
  });
});

describe('E4 what is offered', () => {
  test.each([
    [
      'a node that nothing leads to is led to, or deleted',
      's: START\na: CAPABILITY echo {name: Fetch}\nb: CAPABILITY echo {name: Clean}\ns -> a',
      ['UNREACHABLE: Run “Clean” after “Fetch”', 'UNREACHABLE: Delete “Clean”'],
    ],
    [
      'where every way ends it comes before the END, the first of a chain for all',
      's: START\na: CAPABILITY echo {name: Fetch}\ne: END\ns -> a -> e\nb: CAPABILITY echo {name: Clean}\nc: CAPABILITY echo\nb -> c',
      [
        'UNREACHABLE: Run “Clean” before “End”',
        'UNREACHABLE: Delete “Clean”',
        'UNREACHABLE: Run “Clean” before “End”',
        'UNREACHABLE: Delete “Capability”',
      ],
    ],
    ['the nearest name', 'a: CAPABILITY ecko', ['CAPABILITY_UNKNOWN: Use “echo”']],
    ['no name where none is near', 'a: CAPABILITY weave', []],
    [
      'a variable under its right name everywhere, or declared',
      'in score\nc: IF scroe > 1 {name: Gate}\nd: IF scroe > 2\nx: END\nc.then -> d -> x',
      [
        'EDGE_UNKNOWN_PORT: Remove the edge',
        'VARIABLE_UNDECLARED: Use “score”',
        'VARIABLE_UNDECLARED: Declare the input “scroe”',
        'VARIABLE_UNDECLARED: Use “score”',
        'VARIABLE_UNDECLARED: Declare the input “scroe”',
      ],
    ],
    [
      'a variable that is called like the input',
      'in rows\nin column\na: CAPABILITY table.filter {input: {column: x, value: 1}}',
      ['PARAMETER_MISSING: Use the variable “rows”'],
    ],
    [
      'a misspelt input keeps its value',
      'a: CAPABILITY table.filter {input: {rows: [], colum: x, value: 1}}',
      ['PARAMETER_UNKNOWN: Call it “column”'],
    ],
    [
      'ways of a choice lead to the only END',
      'c: SWITCH {cases: {x: "true"}}\ne: END\nd: CAPABILITY echo\nd -> e',
      [
        'CASE_LEADS_NOWHERE: Lead “x” to “End”',
        'CASE_LEADS_NOWHERE: Remove “x”',
        'NO_DEFAULT_WAY: Lead “default” to “End”',
      ],
    ],
    ['nothing for what only its author knows', 'd: DELAY {}\nc: IF score >', []],
    [
      'what the only planner writes',
      'p: PLANNER rules {goal: x, planVariable: steps_a}\ne: PLAN_EXECUTOR\np -> e',
      ['EXECUTOR_WITHOUT_PLANNER: Run the plan of “Planner”'],
    ],
  ])('%s', (_title, text, offers) => {
    expect(ofPlan(text)).toEqual(offers);
  });

  test('each is tried by itself: who takes one step of the search waits for one check of the document', () => {
    const document = workspace([plan('in score\na: CAPABILITY echo\nc: IF scroe > 1\na -> c')]);
    const diagnostics = check(document, CATALOGUE);
    // Once a check, for the one step that calls something.
    let asked = 0;
    const counting = new (class extends Map<string, CapabilityDescriptor> {
      override get(id: string): CapabilityDescriptor | undefined {
        asked += 1;
        return super.get(id);
      }
    })(CATALOGUE);
    const diagnostic = diagnostics.find(({ message }) => message.includes('scroe'));
    if (diagnostic === undefined) throw new Error('nothing is wrong');
    const search = fixesFor(diagnostic, { workspace: document, catalogue: counting, diagnostics });
    const costs: number[] = [];
    for (const _step of search) {
      costs.push(asked);
      asked = 0;
    }
    expect(costs).toEqual([1, 1]);
  });

  test('a misspelt name is right in every place after one fix', () => {
    const document = workspace([plan('in score\nc: IF scroe > 1\nd: IF scroe > scroe - 2')]);
    const diagnostics = check(document, CATALOGUE);
    const [diagnostic] = diagnostics;
    const [fix] = diagnostic
      ? fixesFor(diagnostic, { workspace: document, catalogue: CATALOGUE, diagnostics })
      : [];
    const done = fix && apply(document, fix.edit);
    expect(done?.ok && check(done.value.workspace, CATALOGUE)).toEqual([]);
  });

  test.each([
    [
      'a target is the nearest state, or one that is added, or there is no transition',
      {
        initial: 'start',
        states: [
          { id: 'start', on: [{ event: 'go', target: 'dnoe' }] },
          { id: 'done', type: 'final' },
        ],
      },
      [
        'TARGET_UNKNOWN: Lead it to “done”',
        'TARGET_UNKNOWN: Add the state “dnoe”',
        'TARGET_UNKNOWN: Remove the transition',
        'STATE_UNREACHABLE: Lead from “start” to it',
      ],
    ],
    [
      'the initial state',
      {
        initial: 'strat',
        states: [
          { id: 'start', name: 'Begin', defaultNext: 'end' },
          { id: 'end', type: 'final' },
        ],
      },
      [
        'INITIAL_UNKNOWN: Use “start”',
        'INITIAL_UNKNOWN: Start from “Begin”',
        'STATE_UNREACHABLE: Delete “Begin”',
      ],
    ],
    [
      'a state that nothing leads to, and one that ends',
      { states: [{ id: 'start', on: [{ event: 'go', target: 'end' }] }, { id: 'end' }, { id: 'lost' }] },
      [
        'STATE_UNREACHABLE: Lead from “end” to it',
        'STATE_UNREACHABLE: Delete “lost”',
        'NO_FINAL_STATE: Add a final state after “end”',
      ],
    ],
    ['a machine without states', { states: [] }, ['MACHINE_EMPTY: Add a first and a final state']],
    [
      'a guard under its right name',
      {
        guards: [{ name: 'isReady', when: 'true' }],
        states: [
          { id: 'a', on: [{ event: 'go', when: 'guard("isRaedy")', target: 'b' }] },
          { id: 'b', type: 'final' },
        ],
      },
      ['GUARD_UNKNOWN: Use “isReady”'],
    ],
  ] satisfies readonly (readonly [string, Parameters<typeof machine>[0], readonly string[]])[])(
    '%s',
    (_title, fields, offers) => {
      expect(ofMachine(fields)).toEqual(offers);
    },
  );
});

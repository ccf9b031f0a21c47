import { describe, expect, test } from 'vitest';
import { check, checkBody, checkForRun, planHash, plansInside, type Workspace } from '#plan';
import { closureOf } from '#runtime';
import { catalogue } from '../notation/catalogue';
import { body, plan, workspace } from '../notation/plan';

const CATALOGUE = catalogue('echo', 'mail.send');
const FLOW = {
  id: 'flow',
  kind: 'state-machine',
  variables: [],
  initial: 'a',
  states: [{ id: 'a', type: 'final' }],
} as const;

function plansOf(plans: Readonly<Record<string, string>>): Workspace {
  return workspace(Object.entries(plans).map(([id, text]) => plan(text, id)));
}

function says(plans: Readonly<Record<string, string>>): readonly string[] {
  return check(plansOf(plans), CATALOGUE).map(
    ({ severity, code, where }) =>
      `${severity} ${code} ${where.plan}/${where.node ?? ''} ${where.field ?? ''}`,
  );
}

describe('SUB_PLAN in a document', () => {
  test('L1 it runs a plan of the workspace, and says the nearest where there is none', () => {
    expect(says({ main: 's: SUB_PLAN other', other: 'a: CAPABILITY echo' })).toEqual([]);
    const found = check(plansOf({ main: 's: SUB_PLAN othr', other: 'a: CAPABILITY echo' }), CATALOGUE);
    expect(found.map(({ code }) => code)).toEqual(['SUB_PLAN_UNKNOWN']);
    expect(found[0]?.help).toContain('Did you mean "other"?');
  });

  test('L1 it runs a plan of either kind', () => {
    const found = check(workspace([plan('s: SUB_PLAN flow'), FLOW as never]), CATALOGUE);
    expect(found.filter(({ where }) => where.plan === 'main')).toEqual([]);
  });

  test('L9 recursion needs maxDepth, once on every way round', () => {
    expect(says({ main: 's: SUB_PLAN main' })).toEqual(['error RECURSION_UNBOUNDED main/s /params/plan']);
    expect(says({ main: 's: SUB_PLAN main {maxDepth: 3}' })).toEqual([]);
    expect(says({ main: 's: SUB_PLAN other', other: 't: SUB_PLAN main {maxDepth: 2}' })).toEqual([]);
    expect(says({ main: 's: SUB_PLAN other', other: 't: SUB_PLAN main' })).toEqual([
      'error RECURSION_UNBOUNDED main/s /params/plan',
      'error RECURSION_UNBOUNDED other/t /params/plan',
    ]);
  });

  test('V1 its input is judged by the contract of its plan, as far as it is written out', () => {
    const other = 'in n: number\nin m = 1\na: CAPABILITY echo';
    expect(says({ main: 's: SUB_PLAN other {input: {n: "{{ 1 + 1 }}"}}', other })).toEqual([]);
    expect(says({ main: 's: SUB_PLAN other', other })).toEqual(['error PARAMETER_MISSING main/s /input/n']);
    expect(says({ main: 's: SUB_PLAN other {input: {n: "two"}}', other })).toEqual([
      'error PARAMETER_INVALID main/s /input/n',
    ]);
  });

  test('P8 a proposed plan runs no plans of the workspace', () => {
    const bounds = { tools: null, maxSteps: 5, plannerDepth: 1, maxPlannerDepth: 3 };
    const found = checkBody(body('s: SUB_PLAN main'), {
      variables: new Set(),
      catalogue: CATALOGUE,
      ...bounds,
    });
    expect(found.map(({ code }) => code)).toEqual(['SUB_PLAN_NOT_ALLOWED']);
  });

  test('L2 a mutex around a plan that has one', () => {
    expect(says({ main: 's: SUB_PLAN other {mutex: m}', other: 'a: CAPABILITY echo {mutex: n}' })).toEqual([
      'error MUTEX_NESTED main/s /mutex',
    ]);
  });

  const NESTED = {
    main: 's: SUB_PLAN middle',
    middle: 'g: GROUP ASYNC\n  t: SUB_PLAN inner',
    inner: 'a: CAPABILITY mail.send\nt: SUB_PLAN middle {maxDepth: 2}',
    apart: 'a: CAPABILITY nobody',
  };

  test('C1 what it opens is checked before the run, what it never opens is not', () => {
    const found = (plans: Readonly<Record<string, string>>) => {
      const { plans: all, ...rest } = plansOf(plans);
      const [first] = all;
      return first === undefined ? [] : checkForRun(first, { plans: all, ...rest }, CATALOGUE);
    };
    expect(found(NESTED)).toEqual([]);
    const broken = found({ ...NESTED, inner: 'a: CAPABILITY nobody' });
    expect(broken.map(({ code, where }) => `${code} ${where.plan}`)).toEqual(['CAPABILITY_UNKNOWN inner']);
  });

  test('K5 the closure holds every plan that can be opened, and what those call', () => {
    const whole = plansOf(NESTED);
    const [main] = whole.plans;
    if (main?.kind !== 'capability') throw new Error('no plan');
    expect(plansInside(main, whole.plans).map(({ id }) => id)).toEqual(['middle', 'inner']);
    const closure = closureOf(main, whole, CATALOGUE);
    expect(closure.plans.map(({ id }) => id)).toEqual(['main', 'middle', 'inner']);
    expect(closure.capabilities.map(({ id }) => id)).toEqual(['mail.send']);
  });

  test('W4 the plan hash has the meaning of all of them in it, also where they go round', () => {
    const hashOf = (plans: Readonly<Record<string, string>>) => {
      const whole = plansOf(plans);
      const [main] = whole.plans;
      return main && planHash(main, whole);
    };
    expect(hashOf({ ...NESTED, apart: 'b: CAPABILITY echo' })).toBe(hashOf(NESTED));
    expect(hashOf({ ...NESTED, inner: 'a: CAPABILITY echo' })).not.toBe(hashOf(NESTED));
  });
});

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { check, checkBody, planHash, readJson } from '#plan';
import { closureOf } from '#runtime';
import { catalogue } from '../notation/catalogue';
import { body, plan, workspace } from '../notation/plan';

const CATALOGUE = catalogue('echo', 'may');
const MAY: JsonObject = { id: 'may', capability: 'may', phase: 'pre', kind: 'guard' };
const USING = 'a: CAPABILITY echo {features: [{feature: may}]}';

function says(text: string, features: readonly JsonObject[]): readonly string[] {
  return check(workspace(text, { features }), CATALOGUE).map(
    ({ severity, code, where }) => `${severity} ${code} ${where.node ?? ''} ${where.field ?? ''}`,
  );
}

describe('L4 features of a document', () => {
  test('nodes name them', () => {
    expect(says(USING, [MAY])).toEqual([]);
    expect(says('a: CAPABILITY echo {features: [{feature: mai}]}', [MAY])).toEqual([
      'error FEATURE_UNKNOWN a /features/0/feature',
    ]);
  });

  test('they call a capability that is there, and a guard stands before the work', () => {
    expect(says('a: CAPABILITY echo', [{ ...MAY, capability: 'nobody', phase: 'finally' }])).toEqual([
      'error CAPABILITY_UNKNOWN  /features/0/capability',
      'error GUARD_TOO_LATE  /features/0/phase',
    ]);
  });

  test('their texts are read', () => {
    const [first] = says('a: CAPABILITY echo', [{ ...MAY, output: 'result >' }]);
    expect(first).toContain('/features/0/output');
  });

  test('those of a whole plan are of the workspace too; no node has the id of a plan with features (K11)', () => {
    const whole = (text: string, feature: string) =>
      check(workspace([{ ...plan(text), features: [{ feature }] }], { features: [MAY] }), CATALOGUE);
    expect(whole('a: CAPABILITY echo', 'may')).toEqual([]);
    expect(whole('a: CAPABILITY echo', 'my').map(({ code }) => code)).toEqual(['FEATURE_UNKNOWN']);
    expect(whole('main: CAPABILITY echo', 'may').map(({ code }) => code)).toEqual(['FEATURE_ADDRESS']);
  });

  test('a step of a proposed plan has none of its own', () => {
    const bounds = { tools: null, maxSteps: 5, plannerDepth: 1, maxPlannerDepth: 3 };
    const found = checkBody(body(USING), { variables: new Set(), catalogue: CATALOGUE, ...bounds });
    expect(found.map(({ code }) => code)).toEqual(['FEATURES_NOT_ALLOWED']);
  });

  test('K5 the closure holds those that are named, and what they call; W4 the plan hash their meaning', () => {
    const whole = workspace(USING, { features: [MAY, { ...MAY, id: 'unused' }] });
    const [main] = whole.plans;
    if (main?.kind !== 'capability') throw new Error('no plan');
    const closure = closureOf(main, whole, CATALOGUE);
    expect(closure.features?.map(({ id }) => id)).toEqual(['may']);
    expect(closure.capabilities.map(({ id }) => id)).toEqual(['echo', 'may']);
    const other = workspace(USING, { features: [{ ...MAY, output: 'result.ok' }] });
    expect(planHash(main, other)).not.toBe(planHash(main, whole));
  });

  test('W2 two of one id are refused at the door', () => {
    const document = {
      format: 'planloom/workspace',
      version: 1,
      id: 'test',
      plans: [],
      features: [MAY, MAY],
    };
    expect(readJson(document).kind).toBe('refused');
  });
});

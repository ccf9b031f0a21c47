import { describe, expect, it } from 'vitest';
import type { Json } from '#base';
import { readResults, readSuite } from '#proving';
import { codesOf } from '../notation/plan';
import { evaluated, suite } from './suite';

function problemsOf(value: Json) {
  const read = readSuite(value);
  return read.ok ? [] : read.problem;
}

const CHECKS = [{ on: 'plan', that: 'true' }];

describe('H5 a suite is read', () => {
  it('with what it does not say', () => {
    expect(readSuite(suite())).toMatchObject({
      ok: true,
      value: { workspace: null, repeat: 5, seed: 1, atLeast: 1, cases: [{ task: { kind: 'goal' } }] },
    });
  });

  it.each<[string, Json, string, string]>([
    ['is another format', { format: 'planloom/workspace' }, 'INVALID_VALUE', '/format'],
    ['is of a later version', { ...suite(), version: 2 }, 'INVALID_VALUE', '/version'],
    ['has a key that nobody knows', { ...suite(), repeats: 3 }, 'UNKNOWN_KEY', '/repeats'],
    ['names no subject', { ...suite(), subjects: [] }, 'INVALID_VALUE', '/subjects'],
    [
      'names a flavour that is none',
      { ...suite(), subjects: [{ id: 'a', flavour: 'magic' }] },
      'INVALID_VALUE',
      '/subjects/0/flavour',
    ],
    [
      'has two subjects of one id',
      { ...suite(), subjects: [{ id: 'a' }, { id: 'a' }] },
      'SUITE_TWICE',
      '/subjects/1/id',
    ],
    ['asks for nothing', { ...suite(), cases: [{ id: 'a', checks: CHECKS }] }, 'CASE_TASK', '/cases/0'],
    [
      'asks for a goal and gives an input',
      { ...suite(), cases: [{ id: 'a', goal: 'x', input: {}, checks: CHECKS }] },
      'CASE_TASK',
      '/cases/0',
    ],
    [
      'checks nothing',
      { ...suite(), cases: [{ id: 'a', goal: 'x', checks: [] }] },
      'INVALID_VALUE',
      '/cases/0/checks',
    ],
    [
      'has a check that cannot be read',
      { ...suite(), cases: [{ id: 'a', goal: 'x', checks: [{ on: 'plan', that: '1 +' }] }] },
      'EXPRESSION_INVALID',
      '/cases/0/checks/0/that',
    ],
    [
      'has a script that is none',
      { ...suite(), cases: [{ id: 'a', goal: 'x', script: { nodes: { a: [{}] } }, checks: CHECKS }] },
      'SCRIPT_OUTCOME',
      '/cases/0/script/nodes/a/0',
    ],
    ['demands more than all', { ...suite(), atLeast: 1.5 }, 'INVALID_VALUE', '/atLeast'],
    ['has more runs than a suite may have', { ...suite(), repeat: 5_001 }, 'SUITE_TOO_LARGE', '/repeat'],
  ])('one that %s is refused, with where and what to do', (_, value, code, field) => {
    const problems = problemsOf(value);
    expect(codesOf(problems)).toContain(code);
    const found = problems.find((one) => one.code === code);
    expect(found?.where.field).toBe(field);
    expect(found?.help).not.toBe('');
  });

  it('all problems are told at once', () => {
    const value = suite({ subjects: [{ id: 'a' }, { id: 'a' }], cases: [{ id: 'c', checks: CHECKS }] });
    expect(codesOf(problemsOf(value))).toEqual(['SUITE_TWICE', 'CASE_TASK']);
  });
});

describe('H5 results are read', () => {
  it('as they were written', async () => {
    const { results } = await evaluated({ subjects: [{ id: 'rules', flavour: 'rules' }], repeat: 1 });
    expect(readResults(JSON.parse(JSON.stringify(results)))).toEqual({ ok: true, value: results });
  });

  it('and not where a run stands there twice, which would count it twice', async () => {
    const { results } = await evaluated({ subjects: [{ id: 'rules', flavour: 'rules' }], repeat: 1 });
    const twice = { ...results, runs: [...results.runs, ...results.runs] };
    const read = readResults(JSON.parse(JSON.stringify(twice)));
    expect(read.ok ? [] : codesOf(read.problem)).toEqual(['EVAL_RUN_TWICE']);
  });
});

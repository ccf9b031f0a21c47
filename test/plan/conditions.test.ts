import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { type Asked, compileCondition, evaluateCondition, namesAskedIn } from '#plan';
import { typeProblemOfCondition } from '../../src/plan/expressions/types';

const NOBODY: Asked = { inState: () => false, guard: () => false };

function read(source: string) {
  const read = compileCondition(source);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

function holds(source: string, asked = NOBODY, scope: Record<string, Json> = {}) {
  return evaluateCondition(read(source), scope, asked);
}

describe('conditions of machines', () => {
  test('M1 a condition asks for active states and named guards', () => {
    const asked: Asked = {
      inState: (id) => id === 'idle',
      guard: (name, params) => name === 'limit' && JSON.stringify(params) === '{"n":3}',
    };
    expect(holds('inState("idle") && guard("limit", {"n": 3})', asked)).toEqual({ ok: true, value: true });
    expect(holds('inState("busy") || guard("limit")', asked)).toEqual({ ok: true, value: false });
  });

  test('M1 a condition that is neither true nor false is an error', () => {
    expect(holds('1 + 1')).toMatchObject({ ok: false, problem: { code: 'EXPRESSION_ERROR' } });
  });

  test('M6 the names that a condition asks for, with their places', () => {
    expect(namesAskedIn(read('score + 1 > 2 && !guard("free") || inState("idle")'))).toEqual([
      { by: 'guard', name: 'free', offset: 24 },
      { by: 'inState', name: 'idle', offset: 43 },
    ]);
    expect(namesAskedIn(read('guard(name)'))).toEqual([{ by: 'guard', name: null, offset: 6 }]);
  });

  test('V3 types are checked in conditions too', () => {
    const types = new Map([['score', 'double' as const]]);
    expect(typeProblemOfCondition('inState("a") && score > 1', types)).toBeNull();
    expect(typeProblemOfCondition('inState(score)', types)).toMatchObject({ offset: 0 });
    expect(typeProblemOfCondition('isState("a")', types)?.message).toContain('isState');
  });

  test('case C3 guards that ask each other come to an end', () => {
    const round = read('guard("again") || guard("again")');
    const asked: Asked = {
      inState: () => false,
      guard: (): boolean => {
        const value = evaluateCondition(round, {}, asked);
        return value.ok && value.value;
      },
    };
    const outcome = evaluateCondition(round, {}, asked);
    expect(outcome.ok ? '' : outcome.problem.message).toContain('operations');
    expect(holds('true')).toEqual({ ok: true, value: true });
  });
});

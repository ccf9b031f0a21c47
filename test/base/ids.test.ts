import { describe, expect, test } from 'vitest';
import { isCapabilityId, isEventType, isId, isVariableName, mintId, seededRandom } from '#base';

const PROTOTYPE_NAMES = ['__proto__', 'prototype', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'];

describe('W2 names', () => {
  test('ids', () => {
    expect(['a', 'A1', 'switch-2', 'a_b', `a${'b'.repeat(63)}`].every(isId)).toBe(true);
    expect(['', '1a', '-a', 'a b', 'ä', 'a.b', `a${'b'.repeat(64)}`, 'a\n'].some(isId)).toBe(false);
  });

  test('variables', () => {
    expect(['a', '_a', '__planner_step_0_prompt', 'camelCase9'].every(isVariableName)).toBe(true);
    expect(['', '9a', 'a-b', 'a.b', `a${'b'.repeat(64)}`].some(isVariableName)).toBe(false);
  });

  test('capabilities', () => {
    expect(['echo', 'text.say', 'mcp:server/tool-1', `a${'b'.repeat(127)}`].every(isCapabilityId)).toBe(true);
    expect(['', '.a', 'a b', `a${'b'.repeat(128)}`].some(isCapabilityId)).toBe(false);
  });

  test('T6 event types are never those of XState or ours', () => {
    expect(['go', 'order.paid', 'a-b_c.1', 'xstates.go'].every(isEventType)).toBe(true);
    expect(
      ['', '.go', 'xstate.stop', 'xstate.done.actor.x', 'sys.tick', 'planloom.x', 'a b'].some(isEventType),
    ).toBe(false);
  });

  test.each(PROTOTYPE_NAMES)('case C1 %s is never a name of anything', (name) => {
    expect([isId(name), isVariableName(name), isCapabilityId(name)]).toEqual([false, false, false]);
  });
});

test('W2 a new id is the type in lower case and the next free number', () => {
  expect(mintId('SWITCH', new Set())).toBe('switch-1');
  expect(mintId('PLAN_EXECUTOR', new Set(['plan-executor-1', 'plan-executor-3']))).toBe('plan-executor-2');
});

test('equal seeds give equal sequences', () => {
  const draw = (seed: number): readonly number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  const random = seededRandom(1);
  const below = Array.from({ length: 1_000 }, () => random.below(3));
  expect(new Set(below)).toEqual(new Set([0, 1, 2]));
});

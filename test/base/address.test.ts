import { describe, expect, test } from 'vitest';
import {
  isAddress,
  isWithin,
  nodeOf,
  parseAddress,
  ROOT,
  withAttempt,
  withCall,
  within,
  withoutAttempt,
  withRevision,
} from '#base';

describe('K11 the grammar of addresses', () => {
  test.each([
    '/look#1',
    '/both/look#1',
    '/both',
    '/execute@1/step-1#1',
    '/plan!1',
    '/execute!approve',
    '/research/each[3]/execute@2/step-1#1',
    '/safe.try/a#2',
    '/safe.finally[0]@1#3',
    '/look#1!timeout',
  ])('%s', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  test.each([
    '',
    '/',
    'look',
    '/look#',
    '/look[]',
    '/look[x]',
    '//look',
    '/look/',
    '/1look',
    '/look!',
    '/look! x',
    '/a.b',
    '/look@#1',
    '/look#1@1',
  ])('not %s', (text) => {
    expect(isAddress(text)).toBe(false);
  });

  test('is read into segments', () => {
    expect(parseAddress('/research/each[3]/execute@2/step-1#4!2')).toEqual({
      segments: [
        { node: 'research' },
        { node: 'each', index: 3 },
        { node: 'execute', revision: 2 },
        { node: 'step-1', attempt: 4 },
      ],
      call: '2',
    });
    expect(parseAddress('/safe.catch/a')).toEqual({
      segments: [{ node: 'safe', body: 'catch' }, { node: 'a' }],
    });
  });
});

test('K11 addresses are put together from the root', () => {
  const execute = within(ROOT, 'execute');
  const step = withAttempt(within(withRevision(execute, 1), 'step-1'), 2);
  expect(step).toBe('/execute@1/step-1#2');
  expect(withCall(execute, 'approve')).toBe('/execute!approve');
  expect(withoutAttempt(withCall(step, 'timeout'))).toBe('/execute@1/step-1');
  expect(withoutAttempt(execute)).toBe('/execute');
  expect(nodeOf(step)).toBe('step-1');
  expect(nodeOf(ROOT)).toBe('');
});

test('K11 what lies inside what', () => {
  expect(isWithin('/both/look#1', '/both')).toBe(true);
  expect(isWithin('/both', '/both')).toBe(true);
  expect(isWithin('/both-2', '/both')).toBe(false);
  expect(isWithin('/execute@1/a#1', '/execute')).toBe(true);
  expect(isWithin('/look', ROOT)).toBe(true);
});

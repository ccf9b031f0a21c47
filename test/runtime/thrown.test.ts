import { describe, expect, it } from 'vitest';
import { CallError } from '#runtime';
import { failureOf } from '../../src/runtime/thrown';

const unreadable = new Proxy(
  {},
  {
    get: () => {
      throw new Error('get');
    },
    getPrototypeOf: () => {
      throw new Error('prototype');
    },
  },
);

describe('case F1 whatever is thrown becomes an error that can be stored', () => {
  it.each<[string, unknown, string]>([
    ['a string', 'no luck', 'no luck'],
    ['an error', new TypeError('not a function'), 'not a function'],
    ['undefined', undefined, 'nothing'],
    ['null', null, 'null'],
    ['a number', 404, '404'],
    ['an object', { status: 1 }, 'without a message'],
    [
      'an object with a getter that throws',
      Object.defineProperty({}, 'message', {
        get: () => {
          throw new Error('x');
        },
      }),
      'cannot be read',
    ],
    ['a proxy that throws at every question', unreadable, 'cannot be read'],
    ['an object without a prototype', Object.create(null), 'without a message'],
  ])('%s', (_title, thrown, message) => {
    const { error } = failureOf(thrown);
    expect(error.code).toBe('CAPABILITY_THREW');
    expect(error.message).toContain(message);
  });

  it('a CallError speaks for itself, with its wait', () => {
    const error = { code: 'MODEL_RATE_LIMITED', message: 'Too many.', help: 'Wait.' };
    expect(failureOf(new CallError(error, { retryAfterMs: 500 }))).toEqual({ error, retryAfterMs: 500 });
  });

  it('a message of a megabyte is cut', () => {
    expect(failureOf(new Error('x'.repeat(1_000_000))).error.message.length).toBeLessThanOrEqual(2_000);
  });
});

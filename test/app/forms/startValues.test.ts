import { describe, expect, it } from 'vitest';
import { validateJson } from '#plan';
import { startValues } from '../../../src/app/forms/schema';

const SCHEMA = {
  type: 'object',
  properties: {
    agree: { type: 'boolean' },
    again: { type: 'boolean', default: true },
    perhaps: { type: 'boolean' },
    why: { type: 'string' },
  },
  required: ['agree', 'again'],
};

describe('L9 a form that a person answers', () => {
  it('a box that must be answered says no until it is ticked; nothing else is said for anybody', () => {
    expect(startValues(SCHEMA)).toEqual({ agree: false, again: true });
    expect(validateJson(SCHEMA, startValues(SCHEMA))).toEqual([]);
  });

  it('a schema that asks nothing starts with nothing', () => {
    expect(startValues({})).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { formProblems } from '../../../src/app/forms/form';
import { questionForm } from '../../../src/app/run/HumanForm';

describe('L1 the form of a question is made from its schema', () => {
  it('an object schema is the form, and what it holds is the answer', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const form = questionForm(schema);
    expect(form.schema).toBe(schema);
    expect(form.answerIn({ name: 'Ada' })).toEqual({ name: 'Ada' });
    expect(questionForm({}).answerIn({})).toEqual({});
  });

  it.each<JsonObject>([{ type: 'number' }, { enum: ['red', 'green'] }, { type: ['string', 'null'] }])(
    '%j is a form of one field',
    (schema) => {
      const form = questionForm(schema);
      expect(form.schema).toMatchObject({
        properties: { answer: { title: 'Your answer', ...schema } },
        required: ['answer'],
      });
      expect(form.answerIn({ answer: 7 })).toBe(7);
    },
  );
});

describe('T8 what is wrong in a form is told at its field', () => {
  const needed = { message: 'This is needed.', help: 'Fill it in.' };
  const schema = { type: 'object', properties: { age: { type: 'number' } }, required: ['age', 'a/b'] };

  it('what is missing, and what does not fit', () => {
    expect(formProblems(schema, { age: 'old' }, needed)).toMatchObject([
      { message: 'This is needed.', where: { field: '/a~1b' } },
      { where: { field: '/age' } },
    ]);
    expect(formProblems(schema, { age: 5, 'a/b': 1 }, needed)).toEqual([]);
  });
});

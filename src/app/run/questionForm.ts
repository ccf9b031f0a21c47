import { isJsonObject, type Json, type JsonObject } from '#base';

/** The form of a question: an object schema, and the answer that is in what the form holds. */
export interface QuestionForm {
  readonly schema: JsonObject;
  answerIn(fields: JsonObject): Json;
}

/**
 * L1: the form that is made from a HUMAN_INPUT's schema. A schema of something that is no object, such as a number, is a
 * form of one field.
 */
export function questionForm(schema: JsonObject): QuestionForm {
  if (asksForObject(schema)) return { schema, answerIn: (fields) => fields };
  const properties = { answer: { title: 'Your answer', ...schema } };
  return {
    schema: { type: 'object', properties, required: ['answer'] },
    answerIn: ({ answer = null }) => answer,
  };
}

function asksForObject({ type, properties, enum: words, anyOf, oneOf, const: only }: JsonObject): boolean {
  if (type !== undefined) return type === 'object';
  return isJsonObject(properties) || [words, anyOf, oneOf, only].every((keyword) => keyword === undefined);
}

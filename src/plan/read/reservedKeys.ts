import { type Diagnostic, type Json, problem, reservedAt, type Where } from '#base';

/** What is not ours to judge: leftovers of other formats, and schemas, whose keys are names of what they describe. */
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(['source', 'schema']);

/** V6: a document that brings a handle. Only a run makes one, of what lies in its own store. */
export function reservedKeys(value: Json, around: Where = {}): readonly Diagnostic[] {
  const place = reservedAt(value, NOT_LOOKED_INTO);
  if (place === null) return [];
  return [
    problem(
      'VALUE_RESERVED',
      'A key is named "$table" or "$blob": such values are made by a run alone.',
      'Give the key another name, or name a document that the plan loads.',
      { ...around, field: place },
    ),
  ];
}

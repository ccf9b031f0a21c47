import { type Diagnostic, escapePointer, type JsonObject, problem } from '#base';
import { validateJson } from '#plan';

/** What is said of a field that is needed and empty. */
export interface Needed {
  readonly message: string;
  readonly help: string;
}

/**
 * What is wrong with what stands in a form, each problem at its own field: one that is missing is told there, and not
 * at the object around it.
 */
export function formProblems(schema: JsonObject, value: JsonObject, needed: Needed): readonly Diagnostic[] {
  return validateJson(schema, value).map(({ path, message, keyword }) => {
    const missing = keyword === 'required' ? /property "(.*)"/.exec(message)?.[1] : undefined;
    return missing === undefined
      ? problem('INPUT_INVALID', message, 'Correct the value.', { field: path })
      : problem('INPUT_INVALID', needed.message, needed.help, {
          field: `${path}/${escapePointer(missing)}`,
        });
  });
}

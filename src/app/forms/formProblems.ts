import { type Diagnostic, escapePointer, type JsonObject, problem } from '#base';
import { validateJson } from '#plan';

/** What is said of a field that is needed and empty. */
interface Needed {
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

/**
 * The problems that lie at or under a place, told from there.
 *
 * @param pointer JSON Pointer (RFC 6901) into what the problems are about
 */
export function problemsInside(
  problems: readonly Diagnostic[] | undefined,
  pointer: string,
): readonly Diagnostic[] {
  if (problems === undefined) return [];
  return problems.flatMap((problem) => {
    const { field } = problem.where;
    if (field !== pointer && !field?.startsWith(`${pointer}/`)) return [];
    return [{ ...problem, where: { ...problem.where, field: field.slice(pointer.length) } }];
  });
}

const WEIGHT = { error: 0, warning: 1, info: 2 };

/** The one to show where there is room for one: the gravest, in document order. */
export function worstOf(problems: readonly Diagnostic[]): Diagnostic | undefined {
  return problems.toSorted((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])[0];
}

/** A text that its field did not take, and the value that stands until it does. */
interface RefusedText {
  readonly value: string;
  readonly text: string;
  readonly refusal: Diagnostic;
}

/** Refused texts that are kept; the oldest go first. */
const MOST = 200;

/** By the path of their field. Kept while the page is open, so that looking at another node loses nothing. */
const kept = new Map<string, RefusedText>();

/** The text that was refused here; null when there is none, or when the value has changed since. */
export function refusedText(path: string, value: string): RefusedText | null {
  const found = kept.get(path);
  return found?.value === value ? found : null;
}

/** @param path empty where a field has no place of its own: nothing is kept then */
export function keepRefused(path: string, refused: RefusedText): void {
  if (path === '') return;
  kept.delete(path);
  kept.set(path, refused);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

export function forgetRefused(path: string): void {
  kept.delete(path);
}

/** Why a value was not taken; null when it was. */
export type Refusal = Diagnostic | null;

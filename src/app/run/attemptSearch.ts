import type { AttemptLine } from '#storage';

/** What the attempts of all runs are searched by (P6); an empty text or choice lets every one through. */
export interface AttemptFilter {
  /** Words; all of them must occur. */
  readonly text: string;
  readonly model: string;
  readonly template: string;
  readonly verdict: string;
}

export const EVERY_ATTEMPT: AttemptFilter = { text: '', model: '', template: '', verdict: '' };

/** A line with what its words are looked for in, made once and not at every key. */
export interface IndexedAttempt {
  readonly line: AttemptLine;
  readonly words: string;
}

export function indexAttempts(lines: readonly AttemptLine[]): readonly IndexedAttempt[] {
  return lines.map((line) => {
    const said = [line.text, line.planName, makerOf(line), templateOf(line), ...line.codes];
    return { line, words: said.join('\n').toLowerCase() };
  });
}

/** The lines that a filter lets through, in the order in which they came. */
export function findAttempts(
  attempts: readonly IndexedAttempt[],
  { text, model, template, verdict }: AttemptFilter,
): readonly AttemptLine[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = attempts.filter(
    ({ line, words }) =>
      (model === '' || makerOf(line) === model) &&
      (template === '' || templateOf(line) === template) &&
      (verdict === '' || line.verdict === verdict) &&
      wanted.every((word) => words.includes(word)),
  );
  return found.map(({ line }) => line);
}

/** Who made it: the model, else the planner that needs none. */
export function makerOf({ model, madeBy }: AttemptLine): string {
  return model ?? madeBy;
}

/** The prompt's template with its version, as `plan.llm v2`. */
export function templateOf({ template }: AttemptLine): string {
  return template === null ? 'no template' : `${template.id} v${template.version}`;
}

/** What can be chosen, each once, in the order of the alphabet. */
export function choicesOf(
  attempts: readonly IndexedAttempt[],
  read: (line: AttemptLine) => string,
): readonly string[] {
  return [...new Set(attempts.map(({ line }) => read(line)))].toSorted();
}

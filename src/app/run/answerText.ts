import { durationText, isJsonObject, type Json, type JsonObject } from '#base';
import { fallbacksOf, outcomeOf, pinnedWords, type RunView } from '#projection';

/** The text that is the answer, and the outputs beside it. */
export interface AnswerParts {
  readonly main: string | null;
  readonly rest: readonly (readonly [string, Json])[];
}

/** Which of the outputs is the answer. */
export function splitOutputs(outputs: JsonObject): AnswerParts {
  const entries = Object.entries(outputs);
  const named =
    entries.find(([name]) => name === 'answer') ?? (entries.length === 1 ? entries[0] : undefined);
  const text = named ? textIn(named[1]) : null;
  if (!named || text === null) return { main: null, rest: entries };
  return { main: text, rest: entries.filter(([name]) => name !== named[0]) };
}

/** What a text begins with, before its tables and lists. */
export function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

function textIn(value: Json): string | null {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.text === 'string' ? value.text : null;
}

/** How many steps, how long, and plainly who made the plan (A5). */
export function factsOf(view: RunView): string {
  const { steps } = outcomeOf(view);
  const makers = [...view.planning.values()].flatMap(({ attempts }) =>
    attempts.filter(({ verdict }) => verdict === 'accepted').map(({ madeBy }) => madeBy),
  );
  const elapsed = view.startedAt === null || view.endedAt === null ? null : view.endedAt - view.startedAt;
  return [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    elapsed === null ? null : durationText(elapsed),
    pinnedWords(view),
    makers.length === 0 ? null : `planned by ${[...new Set(makers)].join(', ')}`,
    ...fallbacksOf(view).map(({ model, cause }) => `not by ${model}: ${cause}`),
  ]
    .filter(Boolean)
    .join(' · ');
}

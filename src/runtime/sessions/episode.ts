import { canonicalJson, handlesIn, isJsonObject, type Json, type JsonObject, LIMITS } from '#base';
import type { Commit } from '#kernel';
import { outcomeOf, project, type RunView, variablesAt } from '#projection';
import type { Episode } from './content';

/**
 * What a run leaves in its session when it has ended (P16): what was asked and answered, and its variables but those that
 * it was given. Tables by reference, and values that are too large to be told, are left out.
 *
 * @returns null for a run that has not ended, and for one that another has started or that tried one step: what they did
 * belongs to somebody else
 */
export function episodeOf(
  commits: readonly Commit[],
): { readonly episode: Episode; readonly variables: JsonObject } | null {
  const view = project(commits);
  const { started, status, outputs, error, endedAt } = view;
  if (started === null || started.parentRunId !== undefined || started.trial || started.simulated)
    return null;
  if (status !== 'completed' && status !== 'failed' && status !== 'cancelled') return null;
  const answered = status === 'completed' ? said(outputs ?? {}, 'answer') : (error?.message ?? '');
  return {
    episode: {
      runId: started.runId,
      at: endedAt ?? 0,
      status,
      asked: short(said(started.input, 'question')),
      answered: short(answered),
      tools: outcomeOf(view).tools,
    },
    variables: variablesLeft(view),
  };
}

/** The text among values: that of the usual name, or the only one; else all of them as JSON. */
function said(values: JsonObject, usual: string): string {
  const entries = Object.entries(values);
  if (entries.length === 0) return '';
  const [, value] =
    entries.find(([name]) => name === usual) ?? (entries.length === 1 ? (entries[0] ?? []) : []);
  return textIn(value) ?? canonicalJson(values);
}

function textIn(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  return value !== undefined && isJsonObject(value) && typeof value.text === 'string' ? value.text : null;
}

function short(text: string): string {
  return text.length <= LIMITS.sessionCharacters ? text : `${text.slice(0, LIMITS.sessionCharacters)}…`;
}

function variablesLeft(view: RunView): JsonObject {
  const rows = variablesAt(view).flatMap(({ id, scope, value }) =>
    scope === 'IN' || value === undefined || value === null || !isKept(value) ? [] : [[id, value] as const],
  );
  return Object.fromEntries(rows);
}

function isKept(value: Json): boolean {
  return handlesIn(value).next().done === true && canonicalJson(value).length <= LIMITS.sessionCharacters;
}

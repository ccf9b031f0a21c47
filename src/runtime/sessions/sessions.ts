import { canonicalJson, handlesIn, isJsonObject, type Json, type JsonObject, LIMITS } from '#base';
import type { Commit, GivenSession } from '#kernel';
import { outcomeOf, project, type RunView, variablesAt } from '#projection';
import { type Episode, isEmptySession, type SessionContent, withEpisode } from './content';

/** What the sessions of one workspace hold, beside its runs (P16). */
export interface Sessions {
  /**
   * An empty one where nothing was kept.
   *
   * @throws Error with a sentence, where it is there and cannot be read
   */
  read(id: string): Promise<SessionContent>;
  /**
   * Takes what is kept, and keeps what is made of it: nothing that others keep meanwhile is lost.
   *
   * @throws Error as above, or where it cannot be written
   */
  change(id: string, change: (content: SessionContent) => SessionContent): Promise<void>;
}

/** The one that a run belongs to, as its capabilities get it. */
export interface OpenSession {
  read(): Promise<SessionContent>;
  change(change: (content: SessionContent) => SessionContent): Promise<void>;
}

/** The session of a run; undefined where it belongs to none, or this host keeps none. */
export function openSession(
  sessions: Sessions | undefined,
  commits: readonly Commit[],
): OpenSession | undefined {
  const started = commits[0]?.fact;
  const id = started?.type === 'run.started' ? started.labels.sessionId : undefined;
  if (sessions === undefined || id === undefined) return undefined;
  return { read: () => sessions.read(id), change: (change) => sessions.change(id, change) };
}

/**
 * What a run that begins is told of its session (P16): it stands in its first fact, so that a replay is told the same (K5).
 * Where it cannot be read the run starts without, and its ledger says so.
 *
 * @returns undefined where there is nothing to tell
 */
export async function givenSession(
  sessions: Sessions | undefined,
  id: string | undefined,
): Promise<GivenSession | undefined> {
  if (sessions === undefined || id === undefined) return undefined;
  try {
    const content = await sessions.read(id);
    return isEmptySession(content) ? undefined : toldOf(content);
  } catch (thrown) {
    return { unread: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** The last turns, and what notes and variables there are: what is in them is read by a step that needs it. */
function toldOf({ episodes, notes, variables }: SessionContent): GivenSession {
  const turns = turnsOf(episodes).slice(-LIMITS.conversationMessages);
  return {
    turns: turns.map(({ role, text }) => ({ role, text: cut(text, LIMITS.conversationCharacters) })),
    notes: notes
      .slice(-LIMITS.sessionNotes)
      .map(({ name, text }) => ({ name, text: cut(text, LIMITS.sessionListed) })),
    variables: Object.entries(variables)
      .slice(-LIMITS.sessionNotes)
      .map(([name, value]) => ({ name, text: cut(canonicalJson(value), LIMITS.sessionListed) })),
  };
}

/** The transcript: what was asked, and what was answered where there was an answer. */
export function turnsOf(
  episodes: SessionContent['episodes'],
): readonly { readonly role: 'user' | 'agent'; readonly text: string }[] {
  return episodes.flatMap(({ asked, answered, status }) => [
    ...(asked === '' ? [] : [{ role: 'user' as const, text: asked }]),
    ...(status !== 'completed' || answered === '' ? [] : [{ role: 'agent' as const, text: answered }]),
  ]);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/**
 * Keeps what a run did in its session, once it has ended (P16).
 *
 * @returns why it could not be kept; null where it is, or where there is nothing to keep
 */
export async function keepEpisode(
  sessions: Sessions | undefined,
  commits: readonly Commit[],
): Promise<string | null> {
  const session = openSession(sessions, commits);
  const made = session === undefined ? null : episodeOf(commits);
  if (session === undefined || made === null) return null;
  try {
    await session.change((content) => withEpisode(content, made));
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

/**
 * What a run leaves in its session when it has ended (P16): what was asked and answered, and its variables but those that
 * it was given. Tables by reference, and values that are too large to be told, are left out.
 *
 * @returns null for a run that has not ended, and for one that another has started or that tried one step: what they did
 * belongs to somebody else
 */
function episodeOf(
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

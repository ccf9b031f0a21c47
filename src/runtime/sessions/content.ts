import { isJsonObject, type Json, type JsonObject, LIMITS, parseJson } from '#base';
import type { EndStatus } from '#kernel';

/**
 * What a session holds across its runs (P16). It is kept beside them, for each workspace, and never in the document. Its
 * transcript is what was said in its episodes; the working memory of a run is the run itself.
 */
export interface SessionContent {
  /** Episodic memory: what its runs did, the oldest first. */
  readonly episodes: readonly Episode[];
  /** The notepad, in the order in which notes were first written. */
  readonly notes: readonly Note[];
  /** What its runs left in variables: the last one that set a name counts. */
  readonly variables: JsonObject;
  /** Semantic memory: what is searched, the oldest first. */
  readonly memories: readonly Memory[];
}

export interface Episode {
  readonly runId: string;
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number;
  readonly status: EndStatus;
  /** What was asked, as text. */
  readonly asked: string;
  /** What it answered; of a run that has none, why. */
  readonly answered: string;
  /** Ids of the capabilities that it called. */
  readonly tools: readonly string[];
}

export interface Note {
  readonly name: string;
  readonly text: string;
}

export interface Memory {
  /** Of the call that remembered it: a repetition of that takes its place (K6). */
  readonly id: string;
  readonly text: string;
}

export const EMPTY_SESSION: SessionContent = { episodes: [], notes: [], variables: {}, memories: [] };

export function isEmptySession({ episodes, notes, variables, memories }: SessionContent): boolean {
  return episodes.length + notes.length + memories.length + Object.keys(variables).length === 0;
}

/** What a run did, once; of too many the oldest goes. */
export function withEpisode(
  content: SessionContent,
  { episode, variables }: { readonly episode: Episode; readonly variables: JsonObject },
): SessionContent {
  return {
    ...content,
    episodes: put(content.episodes, episode, ({ runId }) => runId).slice(-LIMITS.sessionEntries),
    variables: lately({ ...content.variables, ...variables }, variables),
  };
}

/** What a run did goes with it; what it left stays. */
export function withoutEpisode(content: SessionContent, runId: string): SessionContent {
  return { ...content, episodes: content.episodes.filter((one) => one.runId !== runId) };
}

/** Those that were set last, of too many. */
function lately(all: JsonObject, set: JsonObject): JsonObject {
  const others = Object.entries(all).filter(([name]) => !Object.hasOwn(set, name));
  return Object.fromEntries([...others, ...Object.entries(set)].slice(-LIMITS.sessionEntries));
}

/** A note as it is now; one without text goes. */
export function withNote(content: SessionContent, note: Note): SessionContent {
  const notes =
    note.text === ''
      ? content.notes.filter(({ name }) => name !== note.name)
      : put(content.notes, note, ({ name }) => name);
  return { ...content, notes };
}

export function withMemory(content: SessionContent, memory: Memory): SessionContent {
  return { ...content, memories: put(content.memories, memory, ({ id }) => id) };
}

/** In the place of what has the same key, or after all others. */
function put<Item>(items: readonly Item[], item: Item, keyOf: (item: Item) => string): readonly Item[] {
  const key = keyOf(item);
  return items.some((one) => keyOf(one) === key)
    ? items.map((one) => (keyOf(one) === key ? item : one))
    : [...items, item];
}

/** As it is kept, in rows and in files. */
export function sessionText(content: SessionContent): string {
  return JSON.stringify(content);
}

/** @throws Error for a text that is not what a session holds */
export function readSession(text: string): SessionContent {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  const content = parsed.ok ? contentIn(parsed.value) : null;
  if (content === null) throw new Error('What was kept of the session is damaged.');
  return content;
}

function contentIn(kept: Json): SessionContent | null {
  if (!isJsonObject(kept)) return null;
  const episodes = listOf(kept.episodes, readEpisode);
  const notes = listOf(kept.notes, readNote);
  const memories = listOf(kept.memories, readMemory);
  const { variables } = kept;
  if (episodes === null || notes === null || memories === null) return null;
  return variables !== undefined && isJsonObject(variables) ? { episodes, notes, variables, memories } : null;
}

function listOf<Item>(kept: Json | undefined, read: (one: Json) => Item | null): readonly Item[] | null {
  if (!Array.isArray(kept)) return null;
  const items: Item[] = [];
  for (const one of kept) {
    const item = read(one);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function readEpisode(kept: Json): Episode | null {
  if (!isJsonObject(kept)) return null;
  const { runId, at, status, asked, answered } = kept;
  const tools = listOf(kept.tools, (one) => (typeof one === 'string' ? one : null));
  if (typeof runId !== 'string' || typeof at !== 'number' || tools === null) return null;
  if (status !== 'completed' && status !== 'failed' && status !== 'cancelled') return null;
  return typeof asked === 'string' && typeof answered === 'string'
    ? { runId, at, status, asked, answered, tools }
    : null;
}

function readNote(kept: Json): Note | null {
  if (!isJsonObject(kept)) return null;
  const { name, text } = kept;
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}

function readMemory(kept: Json): Memory | null {
  if (!isJsonObject(kept)) return null;
  const { id, text } = kept;
  return typeof id === 'string' && typeof text === 'string' ? { id, text } : null;
}

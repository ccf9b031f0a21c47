import { EMPTY_SESSION, readSession, type Sessions, sessionText, withoutEpisode } from '#runtime';
import type { Runs } from './runs';

/** What the sessions of each workspace hold besides their runs (P16). */
export interface KeptSessions {
  /** Those of a workspace. */
  of(workspace: string): Sessions;
  /** Ids of those of which something is kept, in their order. */
  list(workspace: string): Promise<readonly string[]>;
  remove(workspace: string, id: string): Promise<void>;
  /** All of a workspace: they go with it. */
  forget(workspace: string): Promise<void>;
}

/** What a session holds, as text: a damaged one is read only when somebody asks for it. */
export interface SessionRow {
  readonly workspace: string;
  readonly session: string;
  readonly text: string;
}

export function memorySessions(): KeptSessions {
  const texts = new Map<string, Map<string, string>>();
  const inside = (workspace: string) => texts.get(workspace) ?? new Map<string, string>();
  return {
    of: (workspace) => ({
      read: async (id) => contentOf(inside(workspace).get(id)),
      change: async (id, change) => {
        const text = sessionText(change(contentOf(inside(workspace).get(id))));
        texts.set(workspace, inside(workspace).set(id, text));
      },
    }),
    list: async (workspace) => [...inside(workspace).keys()].sort(),
    remove: async (workspace, id) => void inside(workspace).delete(id),
    forget: async (workspace) => void texts.delete(workspace),
  };
}

/** Runs of which each takes what it did out of its session when it is deleted. A damaged session stays as it is. */
export function withSessions(runs: Runs, sessions: KeptSessions): Runs {
  return {
    ...runs,
    remove: async (runId) => {
      const run = await runs.summary(runId);
      await runs.remove(runId);
      if (run === null || run.sessionId === null) return;
      const { workspace, sessionId } = run;
      if (!(await sessions.list(workspace)).includes(sessionId)) return;
      const forget = sessions.of(workspace).change(sessionId, (content) => withoutEpisode(content, runId));
      await forget.catch(() => {});
    },
  };
}

/** Of a row; empty where there is none. */
export function contentOf(text: string | undefined) {
  return text === undefined ? EMPTY_SESSION : readSession(text);
}

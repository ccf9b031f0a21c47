import { sessionText } from '#runtime';
import type { Database } from './database';
import { contentOf, type KeptSessions } from './sessions';
import { guarded } from './storageErrors';

/** Sessions in IndexedDB. */
export function dexieSessions({ sessions }: Database): KeptSessions {
  const textOf = async (key: [string, string]): Promise<string | undefined> =>
    (await sessions.get(key))?.text;
  return {
    of: (workspace) => ({
      read: async (id) => contentOf(await guarded(() => textOf([workspace, id]))),
      change: (id, change) =>
        guarded(() =>
          sessions.db.transaction('rw', sessions, async () => {
            const text = sessionText(change(contentOf(await textOf([workspace, id]))));
            await sessions.put({ workspace, session: id, text });
          }),
        ),
    }),
    list: (workspace) =>
      guarded(async () =>
        (await sessions.where({ workspace }).toArray()).map(({ session }) => session).sort(),
      ),
    remove: (workspace, id) => guarded(() => sessions.delete([workspace, id])),
    forget: (workspace) => guarded(async () => void (await sessions.where({ workspace }).delete())),
  };
}

import { LIMITS } from '#base';
import type { CallContext, OpenSession, SessionContent } from '#runtime';
import { failure } from '../fail';

/** @throws CallError `SESSION_NONE` where the run belongs to no session that is kept */
export function sessionOf({ session }: CallContext): OpenSession {
  if (session !== undefined) return session;
  throw failure(
    'SESSION_NONE',
    'This run belongs to no session that is kept here.',
    'Choose a session where the run is started.',
  );
}

/** @throws CallError `SESSION_UNREADABLE` */
export async function contentOf(context: CallContext): Promise<SessionContent> {
  return sessionOf(context).read().catch(unreadable);
}

/** @throws CallError `SESSION_UNREADABLE`, `SESSION_FULL`, or what `change` throws */
export async function changeSession(
  context: CallContext,
  change: (content: SessionContent) => SessionContent,
): Promise<void> {
  const session = sessionOf(context);
  let full = false;
  const held = (content: SessionContent): SessionContent => {
    const changed = change(content);
    full = Math.max(changed.notes.length, changed.memories.length) > LIMITS.sessionEntries;
    return full ? content : changed;
  };
  await session.change(held).catch(unreadable);
  if (!full) return;
  throw failure(
    'SESSION_FULL',
    `A session keeps at most ${LIMITS.sessionEntries} notes, and as many memories.`,
    'Delete the session, or write over a note that is there.',
  );
}

function unreadable(thrown: unknown): never {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  throw failure(
    'SESSION_UNREADABLE',
    `The session cannot be read or written: ${why}`,
    'Delete it, or start the run in another one.',
  );
}

import type { Session } from '../../src/app/state/session';

/** An open workspace that has only what a test touches; anything else of it is not there. */
export function standInSession(parts: Partial<Session>): Session {
  return parts as Session;
}

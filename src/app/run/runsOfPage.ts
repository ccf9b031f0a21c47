import { problem } from '#base';
import { Runs } from '#hosting';
import { runBookOf } from '#storage';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { drive } from './drive';
import { hostOfPage } from './hostOfPage';
import { lettersOfTabs } from './lettersOfTabs';
import { measuresOf } from './measuresOf';

/**
 * The runs of an open workspace that this tab drives: each is found in the list of runs, whether it is shown or goes on
 * beside the one that is.
 */
export function runsOfPage(session: Session): Runs {
  const { id, storage, state, closed } = session;
  return new Runs({
    book: runBookOf(storage.runs, id),
    letters: lettersOfTabs(),
    workspace: () => workspaceToRun(session),
    hostFor: (writer, recorded) =>
      hostOfPage(session, writer, recorded).catch((thrown: unknown) => {
        throw new PartMissing(thrown);
      }),
    // T1: what was edited meanwhile keeps its trust, what came from outside does not have it.
    refusesGoals: () => (state.getState().trusted ? null : UNTRUSTED),
    givenToGoals: async () => ({
      pins: await storage.pins.of(id),
      measures: await measuresOf(session, workspaceToRun(session).models),
    }),
    joined: (run) => drive(session, run),
    left: closed,
  });
}

/** What runs need could not be loaded. */
export class PartMissing extends Error {
  readonly what = 'The run cannot continue: a part of the app could not be loaded.';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const UNTRUSTED = problem(
  'UNTRUSTED',
  'The workspace is not trusted, so no run of it is started for a goal.',
  'Trust it, then ask again.',
);

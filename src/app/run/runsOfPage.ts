import { problem } from '#base';
import { type Letters, Runs } from '#hosting';
import type { ModelMeasure } from '#kernel';
import type { ModelSpec } from '#plan';
import { measuresFor } from '#projection';
import type { SessionEvent } from '#runtime';
import { runBookOf } from '#storage';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { mayGoOn } from './autoResume';
import { drive } from './drive';
import { hostOfPage } from './hostOfPage';

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
    mayGoOn: (started) => mayGoOn(session, started),
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

/** An event for a run that another tab may drive. */
interface Letter {
  readonly to: string;
  readonly event: SessionEvent;
}

const CHANNEL = 'planloom:session-events';

/** Letters between the tabs of this browser; where it has no channel between them, none. */
function lettersOfTabs(): Letters {
  let open: BroadcastChannel | null = null;
  // One for both ways, since a channel does not hear itself.
  const channel = (): BroadcastChannel | null => {
    if (typeof BroadcastChannel !== 'undefined') open ??= new BroadcastChannel(CHANNEL);
    return open;
  };
  return {
    send: (to, event) => channel()?.postMessage({ to, event } satisfies Letter),
    hear: (listener) => {
      const hearing = channel();
      if (hearing === null) return () => {};
      hearing.onmessage = ({ data: { to, event } }: MessageEvent<Letter>) => listener(to, event);
      return () => {
        hearing.close();
        open = null;
      };
    },
  };
}

/** T9: whether anything runs at this address; where nothing does, that is said. Locks and encryption need an address that is trusted. */
export function runsHere(): boolean {
  if (globalThis.isSecureContext !== false) return true;
  say({
    tone: 'bad',
    text: `The browser does not trust ${location.origin}, so that nothing runs here: it shows and replays.`,
    help: 'Open it over https, or on the device that serves it, as localhost. "planloom serve" takes --tls-cert and --tls-key.',
    code: 'ADDRESS_UNTRUSTED',
  });
  return false;
}

/** P7: what the person's own attempts say of these models. A run begins without where storage refuses to tell. */
export async function measuresOf(
  { id, storage }: Session,
  models: readonly ModelSpec[],
): Promise<readonly ModelMeasure[]> {
  if (models.length < 2) return [];
  try {
    return measuresFor(await storage.runs.attempts(), id, models);
  } catch {
    return [];
  }
}

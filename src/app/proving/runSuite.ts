import { type EvalResults, evaluate, suiteHash } from '#proving';
import { type Host, memoryLedger } from '#runtime';
import { hostOfPage } from '../run/hostOfPage';
import { openDialog } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { provingStore } from './provingStore';
import { keepGround } from './suiteOfPage';

/**
 * Runs the suite that is open on the workspace that is open, or goes on where it stopped. Its runs are kept in no list: results and plans
 * are what is left of them.
 */
export async function runSuite(session: Session): Promise<void> {
  const { opened, results, going } = provingStore.getState();
  if (opened === null || going !== null || session.closed.aborted) return;
  if (!session.state.getState().trusted) {
    openDialog({ kind: 'trust', next: () => void runSuite(session) });
    return;
  }
  const stop = new AbortController();
  provingStore.setState({ going: stop, problems: [] });
  const isHere = () => provingStore.getState().going === stop;
  try {
    const workspace = workspaceToRun(session);
    const isSame = results?.suite === suiteHash(opened.suite, workspace);
    const isDone = isSame && results.runs.length === results.of;
    const host = await hostOfPage(session, memoryLedger());
    const done = await evaluate({
      suite: opened.suite,
      workspace,
      ground: {
        capabilitiesFor: () => host.capabilities,
        hostFor: (_, capabilities): Host => ({ ...host, capabilities, ledger: memoryLedger() }),
      },
      before: isSame && !isDone ? results : undefined,
      signal: AbortSignal.any([stop.signal, session.closed]),
      onRun: async (so) => {
        if (isHere()) provingStore.setState({ results: so });
        await kept(session, so);
      },
    });
    if (!isHere()) return;
    const { stopped } = done.ok ? done.value : { stopped: null };
    if (done.ok) provingStore.setState({ results: done.value.results });
    const problems = done.ok ? [] : done.problem;
    provingStore.setState({ problems: stopped === null ? problems : [stopped] });
  } catch (thrown) {
    if (isHere()) provingStore.setState({ problems: [diagnosticOf(thrown, 'The suite could not be run.')] });
  } finally {
    if (isHere()) provingStore.setState({ going: null });
  }
}

export function stopSuite(): void {
  provingStore.getState().going?.abort();
}

/** A page that is lost goes on from there; where it cannot be kept, what is shown is all there is. */
async function kept(session: Session, results: EvalResults): Promise<void> {
  const { opened } = provingStore.getState();
  if (opened !== null) await keepGround(session, opened.source, results);
}

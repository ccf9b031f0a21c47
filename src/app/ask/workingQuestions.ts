import { planForSentence } from '#editor';
import type { WorkspaceDocument } from '#plan';
import { memoryLedger, startRun } from '#runtime';
import { hostOfPage } from '../run/hostOfPage';
import type { Session } from '../state/session';

/** So many questions are offered. */
const OFFERED = 3;
/** So many are tried at most. */
const TRIED = 8;

/**
 * Questions that have an answer: made from the columns and headings of the documents, and each run to its end before it is
 * offered, in memory alone. What was not looked at and trusted is not run (T1): then there are none.
 *
 * @throws the signal's reason when it was aborted
 */
export async function workingQuestions(
  session: Session,
  documents: readonly WorkspaceDocument[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!session.state.getState().trusted) return [];
  const [{ describeDocuments }, { suggestQuestions }] = await Promise.all([
    import('#capabilities'),
    import('#planner'),
  ]);
  const working: string[] = [];
  for (const question of suggestQuestions(describeDocuments(documents)).slice(0, TRIED)) {
    signal.throwIfAborted();
    if (await isAnswered(session, question)) working.push(question);
    if (working.length === OFFERED) break;
  }
  return working;
}

async function isAnswered(session: Session, question: string): Promise<boolean> {
  const { workspace } = session.editor;
  const { plan } = planForSentence(question, workspace);
  const asked = { ...workspace, plans: [...workspace.plans, plan] };
  const started = startRun(await hostOfPage(session, memoryLedger()), {
    workspace: asked,
    plan: plan.id,
    input: {},
  });
  if (!started.ok) return false;
  await started.value.atRest();
  started.value.close();
  return started.value.commits.some(({ entries }) => entries.some(({ kind }) => kind === 'run.completed'));
}

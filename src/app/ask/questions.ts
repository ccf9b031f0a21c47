import { useQuery } from '@tanstack/react-query';
import { planForSentence, type SentenceOptions } from '#editor';
import { isFileDocument, type WorkspaceDocument } from '#plan';
import { memoryLedger, startRun } from '#runtime';
import { readableOf } from '../library/useReadDocument';
import { whenIdle } from '../parts/browser';
import { hostOfPage } from '../run/hostOfPage';
import { documentsOfPage } from '../state/services';
import { type Session, useDocument, useSession, useSessionState } from '../state/session';
import { modelsToAsk } from '../state/slots';

const NONE: readonly string[] = [];

interface WorkingQuestions {
  readonly questions: readonly string[];
  /** Whether they are still tried: then there are none. */
  readonly areComing: boolean;
}

/**
 * Questions that have an answer in the documents of the open workspace.
 *
 * @param asked the question that they carry on from
 */
export function useWorkingQuestions(asked: string | null = null): WorkingQuestions {
  const session = useSession();
  const documents = useDocument(({ workspace }) => workspace.documents);
  const revision = useDocument((state) => state.revision);
  const trusted = useSessionState((state) => state.trusted);
  const { data, isPending } = useQuery({
    queryKey: ['working-questions', session.id, trusted, revision, asked],
    queryFn: ({ signal }) => workingQuestions(session, documents, asked, signal),
  });
  return { questions: data ?? NONE, areComing: isPending && trusted && documents.length > 0 };
}

/** So many questions are offered. */
const OFFERED = 3;
/** So many are tried at most. */
const TRIED = 8;
/** Bytes that are read at most to carry on from an answer: of small tables eight times, of one that is large not at all. */
const MOST_READ = 16_000_000;

/**
 * Questions that have an answer: made from the columns and headings of the documents, and each run to its end before it is
 * offered, in memory alone and over the first rows of large tables. What was not looked at and trusted is not run (T1): then there are none. Each waits until the page
 * is idle, and ends when it is withdrawn: an answer is never held up by the next question.
 *
 * @param asked the question that they carry on from; null for those to begin with
 * @throws the signal's reason when it was aborted
 */
async function workingQuestions(
  session: Session,
  documents: readonly WorkspaceDocument[],
  asked: string | null,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const trials = asked === null ? TRIED : cheapTrials(documents);
  if (!session.state.getState().trusted || trials === 0) return [];
  await whenIdle();
  const [{ describeDocuments }, { nextQuestions, suggestQuestions }] = await Promise.all([
    import('#capabilities'),
    import('#question'),
  ]);
  const working: string[] = [];
  const described = describeDocuments(await readableOf(documents, documentsOfPage(session.storage)));
  const candidates = asked === null ? suggestQuestions(described) : nextQuestions(asked, described);
  for (const question of candidates.slice(0, trials)) {
    await whenIdle();
    signal.throwIfAborted();
    if (await isAnswered(session, question, signal)) working.push(question);
    if (working.length === OFFERED) break;
  }
  return working;
}

/** How many trials are cheap, where each may read all of the documents. */
export function cheapTrials(documents: readonly WorkspaceDocument[]): number {
  const bytes = documents.map((one) => (isFileDocument(one) ? one.file.bytes : one.text.length));
  const all = bytes.reduce((sum, size) => sum + size, 0);
  return Math.min(TRIED, Math.floor(MOST_READ / Math.max(all, 1)));
}

async function isAnswered(session: Session, question: string, signal: AbortSignal): Promise<boolean> {
  const { workspace } = session.editor;
  const { plan } = planForSentence(question, workspace);
  const asked = { ...workspace, plans: [...workspace.plans, plan] };
  const [host, { sampleOf }] = await Promise.all([
    hostOfPage(session, memoryLedger()),
    import('#capabilities'),
  ]);
  const documents = documentsOfPage(session.storage);
  const sampled = {
    ...documents,
    read: async (one: WorkspaceDocument) => sampleOf(await documents.read(one)),
  };
  const started = startRun(
    { ...host, documents: sampled },
    {
      workspace: asked,
      plan: plan.id,
      input: {},
    },
  );
  if (!started.ok) return false;
  const close = () => started.value.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  await started.value.atRest();
  close();
  signal.removeEventListener('abort', close);
  return started.value.commits.some(({ entries }) => entries.some(({ kind }) => kind === 'run.completed'));
}

/**
 * Who plans a question (E8): the built-in planner where it is sure, since that needs no call and cannot be wrong; else the
 * model that the workspace has, or the person's default. Where there is none the built-in planner says what it cannot.
 */
export async function planningOf(session: Session, question: string): Promise<SentenceOptions> {
  const [model] = modelsToAsk(session);
  if (model === undefined) return {};
  const [{ describeDocuments }, { readQuestion }] = await Promise.all([
    import('#capabilities'),
    import('#question'),
  ]);
  const { documents } = session.editor.workspace;
  const known = describeDocuments(await readableOf(documents, documentsOfPage(session.storage)));
  const name = model.name ?? model.model;
  if (readQuestion(question, known).about !== 'nothing')
    return { why: `The built-in planner understands this question, so ${name} is not asked.` };
  return {
    byModel: true,
    why: `The built-in planner does not understand this question, so ${name} is asked.`,
  };
}

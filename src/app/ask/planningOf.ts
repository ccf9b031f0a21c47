import type { SentenceOptions } from '#editor';
import { readableOf } from '../library/useReadDocument';
import { documentsOfPage } from '../state/services';
import type { Session } from '../state/session';
import { modelsToAsk } from '../state/slots';

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

import { useQuery } from '@tanstack/react-query';
import { useDocument, useSession, useSessionState } from '../state/session';
import { workingQuestions } from './workingQuestions';

const NONE: readonly string[] = [];

/**
 * Questions that have an answer in the documents of the open workspace; none while they are tried.
 *
 * @param asked the question that they carry on from
 */
export function useWorkingQuestions(asked: string | null = null): readonly string[] {
  const session = useSession();
  const documents = useDocument(({ workspace }) => workspace.documents);
  const revision = useDocument((state) => state.revision);
  const trusted = useSessionState((state) => state.trusted);
  const { data } = useQuery({
    queryKey: ['working-questions', session.id, trusted, revision, asked],
    queryFn: ({ signal }) => workingQuestions(session, documents, asked, signal),
  });
  return data ?? NONE;
}

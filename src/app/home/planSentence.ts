import { loadSample } from '#samples';
import { workspaceForSentence } from '../library/blankWorkspace';
import { keepWorkspace } from '../library/keepWorkspace';
import { say } from '../parts/Toasts';
import { goTo } from '../state/address';
import { fetchOwn } from '../state/services';

/** The template whose table an empty workspace gets. */
const TABLE_SAMPLE = 'ask-a-table';

/** E8: makes the plan for a sentence, with the sample table to ask, and opens it; it runs at once. */
export async function planSentence(sentence: string): Promise<void> {
  const sample = await loadSample(TABLE_SAMPLE, fetchOwn);
  const documents = sample.ok ? sample.value.documents : [];
  const id = await keepWorkspace(workspaceForSentence(sentence, documents), true);
  const name = documents[0]?.name ?? documents[0]?.id;
  if (name) {
    say({
      tone: 'info',
      text: `Nothing was here yet, so your plan got the sample table “${name}”.`,
      help: 'Add your own tables and documents in the library at the left.',
    });
  }
  goTo({ workspace: id, run: 'new' });
}

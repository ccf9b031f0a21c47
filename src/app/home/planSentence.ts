import { cutText } from '#projection';
import { loadSample } from '#samples';
import { blankWorkspace, keepWorkspace } from '../library/placeWorkspace';
import { say } from '../parts/Toasts';
import type { setOut } from '../state/address';
import { fetchWorkspaceScreen, startWhenOpen } from '../state/address';
import { sayThrown } from '../state/sayTrouble';
import { fetchOwn, storageOfPage } from '../state/services';
import { type NewestData, newestData } from './newestData';

type Go = ReturnType<typeof setOut>;

/** The template whose table an empty workspace gets. */
const TABLE_SAMPLE = 'ask-a-table';

/**
 * E8: plans a sentence where the newest data is, and runs it at once. Where nothing is there it makes a new workspace, with
 * the sample table to ask. Who plans it is decided there: the built-in planner where it is sure, else the default model.
 */
export async function planSentence(sentence: string, go: Go): Promise<void> {
  fetchWorkspaceScreen();
  try {
    const data = await newestData(await storageOfPage());
    if (data === null) await planAndOpen(sentence, go);
    else askThere(data, sentence, go);
  } catch (thrown) {
    sayThrown(thrown, 'No workspace could be made for it.');
  }
}

function askThere({ workspace }: NewestData, question: string, go: Go): void {
  if (go({ workspace })) startWhenOpen({ workspace, question });
}

async function planAndOpen(sentence: string, go: Go): Promise<void> {
  const sample = await loadSample(TABLE_SAMPLE, fetchOwn);
  const documents = sample.ok ? sample.value.documents : [];
  const workspace = {
    ...blankWorkspace(),
    documents,
    plans: [],
    id: 'question',
    name: cutText(sentence, 60),
  };
  const id = await keepWorkspace(workspace, true);
  const table = documents[0]?.name ?? documents[0]?.id;
  if (table) {
    say({
      tone: 'info',
      text: `A new workspace was made for it, with the sample table “${table}”.`,
      help: 'Import a table or a text of your own to ask that.',
    });
  }
  if (go({ workspace: id })) startWhenOpen({ workspace: id, question: sentence });
}

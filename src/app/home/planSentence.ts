import { planForSentence } from '#editor';
import { loadSample } from '#samples';
import { blankWorkspace } from '../library/blankWorkspace';
import { keepWorkspace } from '../library/keepWorkspace';
import { say } from '../parts/Toasts';
import { fetchWorkspaceScreen } from '../shell/loadWorkspaceScreen';
import { goTo } from '../state/address';
import { startWhenOpen } from '../state/pendingStart';
import { sayThrown } from '../state/sayTrouble';
import { fetchOwn } from '../state/services';

/** The template whose table an empty workspace gets. */
const TABLE_SAMPLE = 'ask-a-table';

/**
 * E8: makes the plan for a sentence in a new workspace, with the sample table to ask and without a model, which nothing is
 * connected to there yet (W7); it opens and runs at once. */
export async function planSentence(sentence: string): Promise<void> {
  fetchWorkspaceScreen();
  try {
    await planAndOpen(sentence);
  } catch (thrown) {
    sayThrown(thrown, 'No workspace could be made for it.');
  }
}

async function planAndOpen(sentence: string): Promise<void> {
  const sample = await loadSample(TABLE_SAMPLE, fetchOwn);
  const documents = sample.ok ? sample.value.documents : [];
  const empty = { ...blankWorkspace(), documents, plans: [] };
  const { plan, layout } = planForSentence(sentence, empty);
  const workspace = {
    ...empty,
    id: 'question',
    name: plan.name ?? sentence,
    plans: [plan],
    layout: { [plan.id]: layout },
  };
  const id = await keepWorkspace(workspace, true);
  const table = documents[0]?.name ?? documents[0]?.id;
  if (table) {
    say({
      tone: 'info',
      text: `A new workspace was made for it, with the sample table “${table}” to ask.`,
      help: 'Tables of other workspaces are not looked at. Add tables and texts of your own here, under Documents.',
    });
  }
  startWhenOpen(id);
  goTo({ workspace: id });
}

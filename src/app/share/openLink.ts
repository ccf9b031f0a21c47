import { decodeLink } from '#share';
import { replacePlace } from '../state/address';
import { openDialog } from '../state/dialogs';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { bringIn } from './bringIn';
import { receive } from './reading/receive';

/**
 * Opens what a link holds (S1), as a workspace of its own and inert (T1). The fragment leaves the address only once
 * its content is kept (cases A4, A7), and the history with it, so that Back leads out; a link that cannot be read
 * stays there, to be copied.
 */
export async function openLink(fragment: string): Promise<void> {
  const decoded = await decodeLink(fragment);
  if (!decoded.ok) {
    sayProblems([decoded.problem]);
    return;
  }
  const received = receive(decoded.value);
  if (received.kind === 'refused') {
    openDialog({ kind: 'import', text: decoded.value });
    return;
  }
  try {
    await bringIn(received, replacePlace);
  } catch (thrown) {
    sayThrown(thrown, 'What the link holds could not be kept.');
  }
}

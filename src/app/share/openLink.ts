import { decodeLink } from '#share';
import { say } from '../parts/Toasts';
import { openDialog } from '../state/dialogs';
import { bringIn } from './bringIn';
import { receive } from './receive';

/**
 * Opens what a link holds (S1), as a workspace of its own and inert (T1). The fragment leaves the address only once
 * its content is kept (cases A4, A7); a link that cannot be read stays there, to be copied.
 */
export async function openLink(fragment: string): Promise<void> {
  const decoded = await decodeLink(fragment);
  if (!decoded.ok) {
    say({ tone: 'bad', text: decoded.problem.message, help: decoded.problem.help });
    return;
  }
  const received = receive(decoded.value);
  if (received.kind === 'refused') {
    openDialog({ kind: 'import', text: decoded.value });
    return;
  }
  try {
    await bringIn(received);
  } catch (error) {
    say({
      tone: 'bad',
      text: error instanceof Error ? error.message : 'What the link holds could not be kept.',
    });
    return;
  }
  // bringIn has gone to the workspace: its address has no fragment any more. The entry before it had one.
}

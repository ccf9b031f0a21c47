import { whileOpening } from '../opening/opening';
import { say } from '../parts/Toasts';
import { replacePlace } from '../state/address';
import { openDialog } from '../state/dialogs';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { bringIn } from './bringIn';
import { openReader, type Reader } from './reading/reader';

/**
 * Opens what a link holds (S1), as a workspace of its own and inert (T1). It is read in a worker, and can be cancelled.
 * The fragment leaves the address only once its content is kept (cases A4, A7), and the history with it, so that Back
 * leads out; a link that cannot be read stays there, to be copied.
 */
export async function openLink(fragment: string): Promise<void> {
  const reader = openReader();
  try {
    await whileOpening(
      'the link',
      (signal, tell) => readAndKeep(fragment, { reader, signal, tell }),
      () => say({ tone: 'info', text: 'Nothing was opened. The link is still in the address.' }),
    );
  } catch (thrown) {
    sayThrown(thrown, 'What the link holds could not be kept.');
  } finally {
    reader.close();
  }
}

interface Reading {
  readonly reader: Reader;
  readonly signal: AbortSignal;
  readonly tell: (doing: string) => void;
}

async function readAndKeep(fragment: string, { reader, signal, tell }: Reading): Promise<void> {
  const { received, isText } = await reader.read({ kind: 'link', fragment }, null, signal, tell);
  if (received.kind !== 'refused') {
    tell('Keeping it');
    await bringIn(received, { reader, signal, go: replacePlace });
  } else if (isText) openDialog({ kind: 'import', link: fragment });
  else sayProblems(received.diagnostics);
}

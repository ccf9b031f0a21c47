import { use } from 'react';
import { NODE_TYPES } from '#plan';
import { Dialog } from '../parts/Dialog';
import { Markdown } from '../parts/Markdown';
import type { DialogProps } from '../shell/Dialogs';
import { helpPage } from './pages';

/** A help page. */
export default function HelpDialog({ dialog, onClose }: DialogProps<'help'>) {
  const text = use(helpPage(dialog.page));
  const type = Object.values(NODE_TYPES).find((one) => one.type === dialog.page);
  return (
    <Dialog title={type?.title ?? dialog.page} onClose={onClose}>
      <Markdown text={text} />
    </Dialog>
  );
}

import { Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { useAsksBeforeLeaving } from '../parts/kept';
import { say } from '../parts/Toasts';
import { type Session, useSession } from '../state/session';
import styles from './ItemDialog.module.css';
import { ITEM_KINDS } from './items';

interface ItemFrameProps {
  readonly list: keyof typeof NOUNS;
  /** The item as the workspace has it; null for one that is added. */
  readonly stored: { readonly id: string; readonly name?: string | undefined } | null;
  readonly isChanged: boolean;
  /** What was written may be kept. */
  readonly isReady: boolean;
  /** Words of the button that keeps a changed one. */
  readonly saveWords?: string | undefined;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** Something was dropped on it. */
  readonly onDrop?: (event: DragEvent) => void;
  readonly children: ReactNode;
}

const NOUNS = {
  documents: 'document',
  features: ITEM_KINDS.features.noun,
  parsers: ITEM_KINDS.parsers.noun,
  planners: ITEM_KINDS.planners.noun,
  prompts: ITEM_KINDS.prompts.noun,
};

/** The frame in which an item of the workspace is added, changed or removed. What was changed is not lost by one Escape, nor by a reload unasked. */
export function ItemFrame(props: ItemFrameProps) {
  const { list, stored, isChanged, isReady, onClose, onDrop } = props;
  const session = useSession();
  const [asked, setAsked] = useState(false);
  useAsksBeforeLeaving(isChanged);
  const noun = NOUNS[list];
  const remove = () => {
    if (stored !== null) removeItem(session, list, stored);
    onClose();
  };
  return (
    <Dialog
      title={stored === null ? `Add a ${noun}` : (stored.name ?? stored.id)}
      width="wide"
      onClose={() => (isChanged && !asked ? setAsked(true) : onClose())}
      footer={
        <>
          {stored !== null && (
            <Button variant="danger" icon={Trash2} className={styles.remove} onClick={remove}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isReady || (stored !== null && !isChanged)}
            onClick={props.onSave}
          >
            {stored === null ? 'Add' : (props.saveWords ?? 'Save')}
          </Button>
        </>
      }
    >
      <section
        className={styles.all}
        aria-label={noun.charAt(0).toUpperCase() + noun.slice(1)}
        onDragOver={onDrop && ((event) => event.preventDefault())}
        onDrop={onDrop}
      >
        {asked && (
          <Banner tone="wait" title="What you changed is not kept yet" urgent>
            <p>Save it, or close once more to leave it as it was.</p>
          </Banner>
        )}
        {props.children}
      </section>
    </Dialog>
  );
}

/** Removes an item of the workspace; it can be undone, and says so. */
function removeItem(
  { editor, closed }: Session,
  list: keyof typeof NOUNS,
  { id, name }: { readonly id: string; readonly name?: string | undefined },
): void {
  editor.edit({ edit: 'remove-item', list, id }, { label: `Remove ${NOUNS[list]}` });
  say({
    tone: 'info',
    text: `“${name ?? id}” was removed.`,
    action: { label: 'Undo', run: () => editor.undo() },
    until: closed,
  });
}

import { Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { itemPath } from '../design/changes';
import { FieldMark } from '../forms/FieldAt';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { say } from '../parts/Toasts';
import { type Session, useDocument, useSession } from '../state/session';
import styles from './ItemDialog.module.css';
import { usersOf } from './items';

interface ItemDialogProps {
  readonly list: ItemList;
  /** The item as the workspace has it; null for one that is added. */
  readonly stored: { readonly id: string; readonly name?: string | undefined } | null;
  readonly isChanged: boolean;
  /** What was written may be kept. */
  readonly isReady: boolean;
  /** Words of the button that keeps a changed one. */
  readonly saveWords?: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly width?: 'medium' | 'wide';
  /** Something was dropped on it. */
  readonly onDrop?: (event: DragEvent) => void;
  readonly children: ReactNode;
}

/** The frame in which an item of the workspace is added, changed or removed. What was changed is not lost by one Escape. */
export function ItemDialog(props: ItemDialogProps) {
  const { list, stored, isChanged, isReady, onClose, onDrop } = props;
  const session = useSession();
  const [asked, setAsked] = useState(false);
  const noun = NOUNS[list];
  const remove = () => {
    if (stored !== null) removeItem(session, list, stored);
    onClose();
  };
  return (
    <Dialog
      title={stored === null ? `Add a ${noun}` : (stored.name ?? stored.id)}
      width={props.width ?? 'medium'}
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

interface UsedByProps {
  readonly item: Parameters<typeof usersOf>[0];
  /** Null for one that is added: nothing can use it yet. */
  readonly stored: { readonly id: string } | null;
  readonly words?: string;
  /** How it comes to be used. */
  readonly none: string;
}

/** What uses the item, or how it comes to be used. */
export function UsedBy({ item, stored, words = 'Used by', none }: UsedByProps) {
  const plans = useDocument(({ workspace }) => workspace.plans);
  if (stored === null) return null;
  const users = usersOf(item, stored.id, plans);
  return <p className={styles.count}>{users.length === 0 ? none : `${words} ${users.join(', ')}.`}</p>;
}

interface ItemFieldProps {
  readonly list: ItemList;
  readonly stored: { readonly id: string } | null;
  /** The field that it edits. */
  readonly of: string;
  readonly children: ReactNode;
}

/** A field of an item, where a problem of the workspace leads to it. */
export function ItemField({ list, stored, of, children }: ItemFieldProps) {
  const session = useSession();
  const index = useDocument(({ workspace }) => workspace[list].findIndex(({ id }) => id === stored?.id));
  return (
    <FieldMark at={index < 0 ? '' : `${itemPath(session.id)}/${list}/${index}/${of}`}>{children}</FieldMark>
  );
}

/** What one item of a list of the workspace is called. */
const NOUNS = {
  documents: 'document',
  features: 'feature',
  parsers: 'parser',
  prompts: 'prompt',
} as const;

type ItemList = keyof typeof NOUNS;

/** Removes an item of the workspace; it can be undone, and says so. */
function removeItem(
  { editor, closed }: Session,
  list: ItemList,
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

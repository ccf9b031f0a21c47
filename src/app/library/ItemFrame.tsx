import { Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useMemo, useState } from 'react';
import { canonicalJson, jsonOf } from '#base';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { useAsksBeforeLeaving, useKept } from '../parts/kept';
import { say } from '../parts/Toasts';
import { type Session, useSession } from '../state/session';
import styles from './ItemDialog.module.css';
import { ITEM_KINDS } from './items';

interface ItemFrameProps {
  readonly list: keyof typeof NOUNS;
  /** The item as the workspace has it; null for one that is added. */
  readonly stored: { readonly id: string; readonly name?: string | undefined } | null;
  readonly isChanged: boolean;
  /** What was made of it elsewhere since it was opened. */
  readonly meanwhile: Meanwhile;
  /** Shows it as it is there now, instead of what was typed. */
  readonly onTake: () => void;
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
        <MeanwhileNote meanwhile={props.meanwhile} onTake={props.onTake} />
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

/** What became of something elsewhere while a dialog of it was open: in another tab. */
export interface Meanwhile {
  readonly became: 'same' | 'changed' | 'gone';
  /** What is there now is known. */
  readonly note: () => void;
}

/** @param stored as it is there now; null while there is none */
export function useMeanwhile(stored: object | null): Meanwhile {
  const [known, setKnown] = useKept<object | null>('as it was known', () => stored);
  const became = useMemo(() => becameOf(known, stored), [known, stored]);
  return { became, note: () => setKnown(stored) };
}

/** What became of something since it was known, whatever order its keys have since it was read again. */
export function becameOf(known: object | null, stored: object | null): Meanwhile['became'] {
  if (known === stored) return 'same';
  if (stored === null) return 'gone';
  return known !== null && saidBy(known) === saidBy(stored) ? 'same' : 'changed';
}

function saidBy(item: object): string {
  return canonicalJson(jsonOf(item));
}

interface MeanwhileProps {
  readonly meanwhile: Meanwhile;
  readonly onTake: () => void;
}

/** Two tabs change one thing: who saves last is told before, and can look at what the other has made of it. */
export function MeanwhileNote({ meanwhile: { became, note }, onTake }: MeanwhileProps) {
  if (became === 'same') return null;
  const isGone = became === 'gone';
  return (
    <Banner
      tone="wait"
      urgent
      title={isGone ? 'It was removed in another tab' : 'It was changed in another tab'}
      actions={
        !isGone && (
          <Button
            variant="outline"
            onClick={() => {
              onTake();
              note();
            }}
          >
            Show what is there now
          </Button>
        )
      }
    >
      <p>
        What you have typed is still here. {isGone ? 'It is added anew' : 'It takes the place of the other'}{' '}
        if you keep it.
      </p>
    </Banner>
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

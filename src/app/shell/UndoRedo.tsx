import { Redo2, Undo2 } from 'lucide-react';
import { IconButton } from '../parts/Button';
import { useKeyTexts } from '../state/keyBindings';
import { useDocument, useEditor } from '../state/session';

/** The last edit back, and forth again. */
export function UndoRedo() {
  const keysFor = useKeyTexts();
  const editor = useEditor();
  const past = useDocument((state) => state.history.past.at(-1)?.label ?? null);
  const future = useDocument((state) => state.history.future.at(-1)?.label ?? null);
  return (
    <>
      <IconButton
        icon={Undo2}
        label="Undo"
        data-tip={past === null ? 'Nothing to undo' : `Undo: ${past}`}
        keys={keysFor('edit.undo')}
        disabled={past === null}
        onClick={() => editor.undo()}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        data-tip={future === null ? 'Nothing to redo' : `Redo: ${future}`}
        keys={keysFor('edit.redo')}
        disabled={future === null}
        onClick={() => editor.redo()}
      />
    </>
  );
}

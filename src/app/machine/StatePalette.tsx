import { GripVertical } from 'lucide-react';
import { NODE_MIME, StateGlyph } from '#canvas';
import { addState } from '#editor';
import styles from '../design/Palette.module.css';
import { EmptyNote } from '../parts/Panel';
import { useEditor, useScene } from '../state/session';
import { searchStates, stateItemText } from './stateItems';

/** The kinds of states that can be added to the open machine: drag one, or click it. */
export default function StatePalette({ text }: { readonly text: string }) {
  const editor = useEditor();
  const readOnly = useScene((scene) => scene.readOnly);
  const found = searchStates(text);
  if (found.length === 0) return <EmptyNote>Nothing is called “{text}”.</EmptyNote>;
  return (
    <div className={styles.scroll}>
      <section className={styles.section}>
        <h2>States</h2>
        {found.map((item) => (
          <button
            key={item.key}
            type="button"
            className={styles.item}
            disabled={readOnly}
            draggable={!readOnly}
            data-tip={item.summary}
            onDragStart={(event) => {
              event.dataTransfer.setData(NODE_MIME, stateItemText(item));
              event.dataTransfer.effectAllowed = 'copy';
            }}
            onClick={() => addState(editor, item.kind)}
          >
            <span className={styles.glyph}>
              <StateGlyph kind={item.kind} />
            </span>
            <span className={styles.title}>{item.title}</span>
            <GripVertical className={styles.grip} aria-hidden />
          </button>
        ))}
      </section>
    </div>
  );
}

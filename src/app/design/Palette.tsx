import { GripVertical, Lock } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { NODE_MIME, NodeGlyph } from '#canvas';
import { addNode } from '#editor';
import { SearchInput } from '../parts/Input';
import { lazily } from '../parts/lazily';
import { EmptyNote, Panel } from '../parts/Panel';

import { useEditor, useScene } from '../state/session';
import styles from './Palette.module.css';
import { itemText, type PaletteItem, paletteSections, searchPalette } from './paletteItems';

const StatePalette = lazily(() => import('../machine/StatePalette'));

/** Everything that can be added: node types, and the capabilities that nodes call (E1). Drag it, or click it. */
export function Palette() {
  const editor = useEditor();
  const [text, setText] = useState('');
  const sections = useMemo(() => paletteSections(editor.catalogue, editor.proposal?.calls), [editor]);
  const found = searchPalette(sections, text);
  const isMachine = useScene((scene) => scene.machine !== null);
  return (
    <Panel name="Palette">
      <div className={styles.search}>
        <SearchInput
          label="Find a node to add"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {isMachine ? (
        <Suspense fallback={null}>
          <StatePalette text={text} />
        </Suspense>
      ) : found.length === 0 ? (
        <EmptyNote>Nothing is called “{text}”.</EmptyNote>
      ) : (
        <div className={styles.scroll}>
          {found.map((section) => (
            <section key={section.title} className={styles.section}>
              <h2>{section.title}</h2>
              {section.items.map((item) => (
                <Item key={item.key} item={item} />
              ))}
              {section.note !== undefined && <p className={styles.note}>{section.note}</p>}
            </section>
          ))}
        </div>
      )}
    </Panel>
  );
}

function Item({ item }: { readonly item: PaletteItem }) {
  const editor = useEditor();
  const readOnly = useScene((scene) => scene.readOnly || scene.plan === null);
  return (
    <button
      type="button"
      className={styles.item}
      disabled={readOnly}
      draggable={!readOnly}
      data-tip={item.summary}
      onDragStart={(event) => {
        event.dataTransfer.setData(NODE_MIME, itemText(item));
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={() =>
        addNode(editor, item.type, item.capability === undefined ? {} : { capability: item.capability })
      }
    >
      <span className={styles.glyph}>
        <NodeGlyph type={item.type} capability={item.capability} />
      </span>
      <span className={styles.title}>{item.title}</span>
      {item.widens && <Lock className={styles.widens} role="img" aria-label="would widen" />}
      <GripVertical className={styles.grip} aria-hidden />
    </button>
  );
}

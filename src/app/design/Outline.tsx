import { useMemo, useState } from 'react';
import { type OutlineRow, outlineOf } from '#projection';
import { cx } from '../parts/cx';
import { SearchInput } from '../parts/Input';
import { EmptyNote, Panel } from '../parts/Panel';
import { VirtualList } from '../parts/VirtualList';
import { useEditor, useScene, useSelection } from '../state/session';
import { CardIcon } from '../ui/NodeIcon';
import styles from './Outline.module.css';

/** E6: up to so many nodes all are in the page. */
const WHOLE_OUTLINE = 300;

/** Every node as a tree, with its status: also what the canvas does not draw (D5, E6). */
export function Outline() {
  const graph = useScene((scene) => scene.graph);
  const focus = useSelection((selection) => selection.focus);
  const [text, setText] = useState('');
  const rows = useMemo(() => outlineOf(graph), [graph]);
  const wanted = text.trim().toLowerCase();
  const found = wanted === '' ? rows : rows.filter((row) => matches(row, wanted));
  return (
    <Panel name="Outline">
      <div className={styles.search}>
        <SearchInput label="Find a node" value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      {found.length === 0 ? (
        <EmptyNote>{rows.length === 0 ? 'The plan is empty.' : `No node holds “${text}”.`}</EmptyNote>
      ) : (
        <VirtualList
          label="Nodes"
          tree={(index) => ({ level: (found[index]?.depth ?? 0) + 1, selected: found[index]?.key === focus })}
          className={styles.list}
          count={found.length}
          rowHeight={28}
          whole={WHOLE_OUTLINE}
          reveal={found.findIndex((row) => row.key === focus)}
          keyOf={(index) => found[index]?.key ?? String(index)}
          row={(index) => {
            const row = found[index];
            return row && <Row row={row} flat={wanted !== ''} />;
          }}
        />
      )}
    </Panel>
  );
}

function Row({ row, flat }: { readonly row: OutlineRow; readonly flat: boolean }) {
  const editor = useEditor();
  const selected = useSelection((selection) => selection.nodes.has(row.key));
  return (
    <button
      type="button"
      className={cx(styles.row, selected && styles.selected)}
      style={{ '--depth': flat ? 0 : row.depth }}
      onClick={() => editor.select([row.key])}
      onDoubleClick={() => row.node.container && editor.enter(row.key)}
    >
      <CardIcon card={row.node} />
      <span className={styles.title}>{row.title}</span>
      <span className={styles.word}>{row.word}</span>
    </button>
  );
}

function matches(row: OutlineRow, wanted: string): boolean {
  return [row.title, row.line, row.node.node.id, row.type, row.word].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

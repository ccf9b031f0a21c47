import { useMemo } from 'react';
import { durationText } from '#base';
import { type TimelineRow, timelineOf } from '#projection';
import { cx } from '../parts/cx';
import { EmptyNote } from '../parts/EmptyNote';
import { Panel } from '../parts/Panel';
import { VirtualList } from '../parts/VirtualList';
import { useEditor } from '../state/session';
import { useRowHeight } from '../state/useMedia';
import { NodeIcon } from '../ui/NodeIcon';
import { useView } from './runStore';
import styles from './TimelinePanel.module.css';
import { useFocusAddress } from './useFocusAddress';
import { useNodeAt } from './useNodeAt';

/** Bars per node: attempts, waits, back-off; idle gaps are folded (D5). */
export function TimelinePanel() {
  const rowHeight = useRowHeight(24);
  const view = useView();
  const timeline = useMemo(() => (view === null ? null : timelineOf(view)), [view]);
  const selected = useFocusAddress();
  if (!timeline || timeline.rows.length === 0) {
    return (
      <Panel name="Timeline">
        <EmptyNote>
          Run the plan to see when each step began, how long it took, and what it waited for.
        </EmptyNote>
      </Panel>
    );
  }
  return (
    <Panel name="Timeline">
      <VirtualList
        label="Steps in the order of their start"
        className={styles.list}
        count={timeline.rows.length}
        rowHeight={rowHeight}
        keyOf={(index) => timeline.rows[index]?.address ?? String(index)}
        row={(index) => {
          const row = timeline.rows[index];
          return row && <Row row={row} span={timeline.span} selected={row.address === selected} />;
        }}
      />
    </Panel>
  );
}

/** "0 ms – 412 ms · idle gaps folded": what stands beside the dock's tabs. */
export function TimelineAside() {
  const view = useView();
  const timeline = useMemo(() => (view === null ? null : timelineOf(view)), [view]);
  if (!timeline || timeline.rows.length === 0) return null;
  return (
    <>
      0 ms – {durationText(timeline.elapsed)}
      {timeline.folds.length > 0 && ' · idle gaps folded'}
    </>
  );
}

interface RowProps {
  readonly row: TimelineRow;
  readonly span: number;
  readonly selected: boolean;
}

function Row({ row, span, selected }: RowProps) {
  const editor = useEditor();
  const node = useNodeAt(row.address);
  const width = Math.max(span, 1);
  const end = row.bars.reduce((latest, bar) => Math.max(latest, bar.end), 0);
  return (
    <button
      type="button"
      className={cx(styles.row, selected && styles.selected)}
      aria-pressed={selected}
      style={{ '--depth': row.depth }}
      onClick={() => editor.select([row.address])}
    >
      <span className={styles.name}>
        <NodeIcon node={node} />
        <span className={styles.title}>{row.title}</span>
      </span>
      <span className={styles.track}>
        {row.bars.map((bar) => (
          <span
            key={`${bar.kind}${bar.from}${bar.attempt ?? ''}`}
            className={cx(styles.bar, styles[bar.kind])}
            style={{ '--from': bar.start / width, '--to': bar.end / width }}
          />
        ))}
        <span className={styles.label} style={{ '--to': end / width }}>
          {row.label}
        </span>
      </span>
    </button>
  );
}

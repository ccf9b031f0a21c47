import { ChevronRight, Globe } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Json, own } from '#base';
import { namesOf, shortValue, type VariableRow, variablesAt } from '#projection';
import { ValueView } from '../design/InspectorParts';
import { cx } from '../parts/cx';
import { EmptyNote, Panel } from '../parts/Panel';
import { useScene } from '../state/session';
import { OriginsLine } from '../ui/CallWords';
import { editsOf, useForkBeside } from './fork';
import { useView } from './runStore';
import styles from './VariablesPanel.module.css';

/** The variables at the position, the changed ones tinted, with who wrote them (V2). */
export function VariablesPanel() {
  const view = useView();
  const before = useScene((scene) => scene.previous);
  const draft = useForkBeside();
  const edits = useMemo(() => editsOf(draft?.changes ?? []).set, [draft]);
  const rows = useMemo(
    () => (view === null ? [] : variablesAt(view, before)).map((row) => withEdit(row, edits)),
    [view, before, edits],
  );
  const names = useMemo(() => (view === null ? null : namesOf(view)), [view]);
  const edited = Object.keys(edits).length;
  const changed = rows.filter(({ id, change }) => change !== 'none' && !Object.hasOwn(edits, id)).length;
  return (
    <Panel name="Variables">
      <header className={styles.head}>
        <h3>{view === null ? 'Variables' : `Variables at ${view.position}`}</h3>
        <span>{[countOf(changed, 'changed'), countOf(edited, 'edited')].filter(Boolean).join(' · ')}</span>
      </header>
      {rows.length === 0 ? (
        <EmptyNote>The plan’s variables appear here, as they were at any moment of the run.</EmptyNote>
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <Variable
              key={row.id}
              row={row}
              writer={row.writtenBy === null ? null : (names?.(row.writtenBy) ?? null)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function countOf(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}`;
}

/** D3: what the fork that is being made sets it to. */
function withEdit(row: VariableRow, edits: Readonly<Record<string, Json>>): VariableRow {
  const value = own(edits, row.id);
  if (value === undefined) return row;
  const before = row.value === undefined ? null : row.short;
  return { ...row, before, change: 'changed', value, short: shortValue(value), writtenBy: null, seq: null };
}

function Variable({ row, writer }: { readonly row: VariableRow; readonly writer: string | null }) {
  const [open, setOpen] = useState(false);
  const known = row.value !== undefined;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        disabled={!known}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={cx(styles.chevron, open && styles.open)} aria-hidden />
        <span className={styles.name}>{row.id}</span>
        <span className={styles.value}>
          <span
            className={cx(styles.short, row.change !== 'none' && styles.changed, !known && styles.absent)}
          >
            {row.change === 'new' && '+ '}
            {row.before !== null && <del>{row.before}</del>}
            {row.short}
          </span>
          {row.origins.length > 0 && (
            <span className={styles.outside} title="Made of content from outside">
              <Globe aria-hidden />
              <span className="visually-hidden">, from outside</span>
            </span>
          )}
          {row.change !== 'none' && writer !== null && <span className={styles.writer}>{writer}</span>}
        </span>
      </button>
      {open && (
        <div className={styles.detail}>
          {writer !== null && (
            <p>
              written by {writer}
              {row.seq !== null && ` in commit ${row.seq + 1}`}
            </p>
          )}
          <OriginsLine origins={row.origins} />
          <ValueView value={row.value} none="nothing yet" label={row.id} />
        </div>
      )}
    </li>
  );
}

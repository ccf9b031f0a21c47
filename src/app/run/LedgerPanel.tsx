import { GitFork } from 'lucide-react';
import { useMemo, useState } from 'react';
import { durationText, withoutAttempt } from '#base';
import type { Commit } from '#kernel';
import { type LedgerFilter, type LedgerRow, ledgerRows, type NodeStatus, namesOf } from '#projection';
import { IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { Checkbox, SearchInput, Select } from '../parts/Input';
import { EmptyNote, FilterBar, Panel } from '../parts/Panel';
import { VirtualList } from '../parts/VirtualList';
import { useRowHeight } from '../state/layout';
import { useEditor, useSession } from '../state/session';
import { StatusIcon } from '../ui/StatusPill';
import { openFork, useForkBeside } from './fork';
import styles from './LedgerPanel.module.css';
import { useShownRun, useView } from './runStore';
import { canFork } from './waysOn';

const STATUSES: readonly NodeStatus[] = [
  'running',
  'waiting',
  'retrying',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
];
const NONE: readonly Commit[] = [];
const KINDS = [
  'run',
  'node',
  'plan',
  'variable',
  'command',
  'effect',
  'answer',
  'timer',
  'late',
  'refused',
] as const;

/** Every fact and all that it caused, in order (K3): the only truth about the run. */
export function LedgerPanel() {
  const commits = useShownRun((run) => run?.commits ?? NONE);
  const head = useShownRun((run) => run?.live ?? null);
  const position = useView()?.position ?? 0;
  const length = commits.length;
  const forkedAt = useForkBeside()?.at ?? length;
  const rowHeight = useRowHeight(26);
  const [text, setText] = useState('');
  const [kind, setKind] = useState('');
  const [status, setStatus] = useState<NodeStatus | ''>('');
  const rows = useMemo(() => {
    const filter: LedgerFilter = {
      text,
      ...(kind === '' ? {} : { kind }),
      ...(status === '' ? {} : { status }),
    };
    return head === null ? [] : ledgerRows(commits, filter, namesOf(head));
  }, [commits, head, text, kind, status]);
  const start = commits?.[0]?.at ?? 0;
  const current = rows.findLastIndex((row) => row.seq < position);

  return (
    <Panel name="Ledger">
      <FilterBar>
        <SearchInput
          label="Search the ledger"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select aria-label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">every kind</option>
          {KINDS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Select
          aria-label="Status"
          value={status}
          onChange={(event) => setStatus(STATUSES.find((one) => one === event.target.value) ?? '')}
        >
          <option value="">every status</option>
          {STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Checkbox
          label="Failed only"
          checked={status === 'failed'}
          onChange={(event) => setStatus(event.target.checked ? 'failed' : '')}
        />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyNote>
          {length === 0
            ? 'Everything that happens in a run is written here, line by line.'
            : 'No line matches.'}
        </EmptyNote>
      ) : (
        <VirtualList
          label="Ledger lines"
          count={rows.length}
          rowHeight={rowHeight}
          reveal={current}
          keyOf={(index) => rows[index]?.key ?? String(index)}
          row={(index) => {
            const row = rows[index];
            return (
              row && (
                <Line
                  row={row}
                  start={start}
                  ahead={row.seq >= position}
                  isLeftOut={row.seq >= forkedAt}
                  current={row.seq === position - 1}
                />
              )
            );
          }}
        />
      )}
    </Panel>
  );
}

interface LineProps {
  readonly row: LedgerRow;
  readonly start: number;
  readonly ahead: boolean;
  readonly current: boolean;
  /** It comes after the position of the fork that is being made (D3). */
  readonly isLeftOut: boolean;
}

function Line({ row, start, ahead, current, isLeftOut }: LineProps) {
  const editor = useEditor();
  const line = (
    <button
      type="button"
      aria-current={current ? 'step' : undefined}
      className={cx(
        styles.line,
        row.of === 'entry' && styles.entry,
        ahead && styles.ahead,
        current && styles.current,
      )}
      onClick={() => {
        editor.cursor.seek(row.seq + 1);
        if (row.address !== '') editor.select([withoutAttempt(row.address)]);
      }}
    >
      <span className={styles.seq}>{row.of === 'fact' ? row.seq + 1 : ''}</span>
      <span className={styles.at}>{row.of === 'fact' ? `+${durationText(row.at - start)}` : ''}</span>
      <span className={styles.mark}>
        {row.status !== null && <StatusIcon status={row.status} className={styles.icon} />}
      </span>
      <span className={styles.label}>{row.label}</span>
      {isLeftOut && <span className={styles.leftOut}>not in this branch</span>}
      <span className={styles.kind}>{row.kind}</span>
    </button>
  );
  return row.of === 'fact' ? (
    <div className={cx(styles.fact, current && styles.chosen)}>
      {line}
      <ForkHere at={row.seq + 1} isStop={current} />
    </div>
  ) : (
    line
  );
}

/** D3: of a line that is not the current one it is there for the pointer; the keyboard has a key for it. */
function ForkHere({ at, isStop }: { readonly at: number; readonly isStop: boolean }) {
  const session = useSession();
  const isOffered = useShownRun((run) => run !== null && canFork(run));
  if (!isOffered) return null;
  return (
    <IconButton
      icon={GitFork}
      label={`Fork at ${at}`}
      className={styles.fork}
      tabIndex={isStop ? 0 : -1}
      onClick={() => void openFork(session, at)}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { counted, hashOfHandle, type TableHandle } from '#base';
import { makerOf, namesOf } from '#projection';
import { ChooseFile } from '../../library/MissingFiles';
import { isHereQuery } from '../../state/services';
import { useScene, useSession } from '../../state/session';
import { DataTable } from '../DataTable';
import { useEventually } from '../useSeenRows';
import styles from './StoredTable.module.css';
import { tablesOfPage } from './storedTables';

interface Props {
  readonly handle: TableHandle;
  readonly label: string;
}

/** A table that a value refers to (V6), its rows read when they are shown; where they are not here, how to come by them. */
export function StoredTable({ handle, label }: Props) {
  const hash = hashOfHandle(handle);
  const { data: isHere } = useQuery(isHereQuery(hash));
  if (isHere === undefined) return <ReadingRows rows={handle.$table.rows} />;
  return isHere ? <Rows key={hash} handle={handle} label={label} /> : <MissingTable handle={handle} />;
}

function Rows({ handle, label }: Props) {
  const { storage } = useSession();
  const source = useEventually(useCallback(() => tablesOfPage(storage).open(handle), [storage, handle]));
  if (source === null) return <ReadingRows rows={handle.$table.rows} />;
  return <DataTable source={source} label={label} look="plain" fileName={label} />;
}

/** Rows that are not in this browser: what made them, and how they come back. The run needs none of them to be shown. */
function MissingTable({ handle }: { readonly handle: TableHandle }) {
  const view = useScene((scene) => scene.run?.live ?? scene.view);
  const hash = hashOfHandle(handle);
  const maker = useMemo(() => {
    const made = view === null ? null : makerOf(view, hash);
    return made === null || view === null ? '' : `, made by “${namesOf(view)(made.address)}”`;
  }, [view, hash]);
  const { rows, columns } = handle.$table;
  return (
    <div className={styles.missing}>
      <p>
        <strong>{rows === 1 ? 'This row is' : 'These rows are'} not in this browser:</strong>{' '}
        {counted(rows, 'row')} of {columns.map(({ name }) => name).join(', ')}
        {maker}.
      </p>
      <div className={styles.choose}>
        <ChooseFile name={`${hash.slice(0, 12)}…`} hash={hash} label="Choose the file…" />
        <code title={hash}>SHA-256 {hash.slice(0, 12)}…</code>
      </div>
      <p className={styles.note}>
        It lies under that name in the folder <code>.blobs</code> beside the run’s ledger. Or run the plan
        again, which makes the rows anew: a run cannot begin at that step alone yet.
      </p>
    </div>
  );
}

/** A table that a waiting call reads: asked for where it is not here, and nothing where it is (K13). */
export function AskedTable({ handle }: { readonly handle: TableHandle }) {
  const hash = hashOfHandle(handle);
  const { data: isHere = true } = useQuery(isHereQuery(hash));
  return isHere ? null : <MissingTable handle={handle} />;
}

/** What stands where rows will, while they are read. */
export function ReadingRows({ rows }: { readonly rows: number }) {
  return (
    <p className={styles.note} aria-live="polite">
      Reading {rows.toLocaleString('en')} rows…
    </p>
  );
}

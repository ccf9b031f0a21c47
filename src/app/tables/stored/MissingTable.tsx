import { useMemo } from 'react';
import { hashOfHandle, type TableHandle } from '#base';
import { makerOf, namesOf } from '#projection';
import { ChooseFile } from '../../library/ChooseFile';
import { counted } from '../../parts/counted';
import { useScene } from '../../state/session';
import styles from './StoredTable.module.css';

/** Rows that are not in this browser: what made them, and how they come back. The run needs none of them to be shown. */
export function MissingTable({ handle }: { readonly handle: TableHandle }) {
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

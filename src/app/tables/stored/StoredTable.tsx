import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { hashOfHandle, type TableHandle } from '#base';
import { isHereQuery } from '../../state/services';
import { useSession } from '../../state/session';
import { DataTable } from '../DataTable';
import { useEventually } from '../useSeenRows';
import { MissingTable } from './MissingTable';
import { ReadingRows } from './ReadingRows';
import { tablesOfPage } from './tablesOfPage';

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

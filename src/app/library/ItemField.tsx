import type { ReactNode } from 'react';
import { itemPath } from '../design/itemPath';
import { FieldMark } from '../forms/FieldAt';
import { useDocument, useSession } from '../state/session';
import type { ItemList } from './removeItem';

interface Props {
  readonly list: ItemList;
  readonly stored: { readonly id: string } | null;
  /** The field that it edits. */
  readonly of: string;
  readonly children: ReactNode;
}

/** A field of an item, where a problem of the workspace leads to it. */
export function ItemField({ list, stored, of, children }: Props) {
  const session = useSession();
  const index = useDocument(({ workspace }) => workspace[list].findIndex(({ id }) => id === stored?.id));
  return (
    <FieldMark at={index < 0 ? '' : `${itemPath(session.id)}/${list}/${index}/${of}`}>{children}</FieldMark>
  );
}

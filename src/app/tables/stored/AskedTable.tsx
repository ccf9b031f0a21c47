import { useQuery } from '@tanstack/react-query';
import { hashOfHandle, type TableHandle } from '#base';
import { isHereQuery } from '../../state/services';
import { MissingTable } from './MissingTable';

/** A table that a waiting call reads: asked for where it is not here, and nothing where it is (K13). */
export function AskedTable({ handle }: { readonly handle: TableHandle }) {
  const hash = hashOfHandle(handle);
  const { data: isHere = true } = useQuery(isHereQuery(hash));
  return isHere ? null : <MissingTable handle={handle} />;
}

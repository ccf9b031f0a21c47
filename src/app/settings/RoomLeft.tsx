import { useQuery } from '@tanstack/react-query';
import { sizeText } from '#base';
import { usageQuery } from '../state/services';

/** How much is used and left, where that is what is wrong (case H2). */
export function RoomLeft({ code }: { readonly code: string }) {
  const { data } = useQuery(usageQuery);
  if (code !== 'STORAGE_FULL' || data === undefined || data.used === null) return null;
  const free = data.free === null ? '' : `, ${sizeText(data.free)} are free`;
  return `${sizeText(data.used)} are used${free}.`;
}

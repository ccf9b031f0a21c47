import { bytesText, useUsage } from './usage';

/** How much is used and left, where that is what is wrong (case H2). */
export function RoomLeft({ code }: { readonly code: string }) {
  const { data } = useUsage();
  if (code !== 'STORAGE_FULL' || data === undefined || data.used === null) return null;
  return `${bytesText(data.used)} are used, ${bytesText(data.free)} are free.`;
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, for people: "1 byte", "812 bytes", "3.4 kB", "127 kB", "50 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let size = bytes / 1_000;
  let unit = 0;
  // What would be rounded to 1,000 of a unit is one of the next.
  for (; size >= 999.5 && unit < UNITS.length - 1; unit++) size /= 1_000;
  return `${size < 99.95 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${UNITS[unit]}`;
}

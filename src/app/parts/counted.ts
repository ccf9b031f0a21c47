/**
 * How many there are of something whose plural ends in `s`.
 *
 * @example counted(1, 'row') // '1 row'
 * @example counted(1248, 'row') // '1,248 rows'
 */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : `${thing}s`}`;
}

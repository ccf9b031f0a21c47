// What the makers of the tables have in common: chance from a seed, dates and money as people write them, delimited text.
import { writeFileSync } from 'node:fs';

/** Mulberry32: numbers in [0, 1) that depend on the seed alone. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

let draw = chance(1);
export const seed = (number) => {
  draw = chance(number);
};
export const next = () => draw();
export const between = (low, high) => low + Math.floor(next() * (high - low + 1));
export const one = (list) => list[Math.floor(next() * list.length)];
export const often = (share) => next() < share;
export const two = (number) => String(number).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const day = (iso, days) => new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000);
export const isoDate = (date) => date.toISOString().slice(0, 10);
export const dotted = (date) => isoDate(date).split('-').reverse().join('.');
export const spoken = (date) => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
export const thousands = (digits, mark) => digits.replace(/\B(?=(\d{3})+$)/g, mark);
const money = (cents, mark, point) => {
  const [whole, part] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${thousands(whole, mark)}${point}${part}`;
};
export const euros = (cents) => `${money(cents, '.', ',')} €`;
export const dollars = (cents) => `$${money(cents, ',', '.')}`;
const quoted = (cell, mark) =>
  /["\n]/.test(cell) || cell.includes(mark) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** @param folder the address of the folder of the tables */
export const writerIn = (folder) => (name, mark, rows) => {
  const text = `${rows.map((row) => row.map((cell) => quoted(String(cell), mark)).join(mark)).join('\n')}\n`;
  writeFileSync(new URL(name, folder), text);
};

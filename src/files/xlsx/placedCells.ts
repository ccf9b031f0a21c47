import { xmlTags } from '../zip/xmlTags';
import { placeOf } from './cellsOf';

/**
 * The XML of a sheet in which every cell says its place. The standard lets it leave that out (ECMA-376, 18.3.1.4), and then a cell
 * stands behind the one before it; the library reads no such sheet.
 */
export function placedCells(xml: string): string {
  let row = 0;
  let column = 0;
  let written = '';
  let taken = 0;
  for (const tag of xmlTags(xml)) {
    if (tag.isEnd) continue;
    if (tag.name === 'row') {
      row = Number(tag.attribute('r') ?? row + 1);
      column = 0;
    } else if (tag.name === 'c') {
      const said = tag.attribute('r');
      column = said === undefined ? column + 1 : (placeOf(said)?.column ?? column) + 1;
      if (said !== undefined) continue;
      const after = tag.end - (tag.isWhole ? 2 : 1);
      written += `${xml.slice(taken, after)} r="${lettersOf(column)}${row}"`;
      taken = after;
    }
  }
  return written === '' ? xml : written + xml.slice(taken);
}

/** `AB` of the 28th column. */
function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

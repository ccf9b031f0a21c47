import { textBetween, type XmlTag, xmlTags } from '../zip/xmlTags';
import { ItemText } from './sharedTexts';

/** What the XML of a sheet says of a cell. */
export interface CellMark {
  /** Counted from 0. */
  readonly row: number;
  readonly column: number;
  readonly style: number;
  /** What its value is: `n` a number, `s` the number of a shared text, `b`, `d`, `e`, `str`, `inlineStr` (18.18.11). */
  readonly type: string;
  /** Its value as the workbook has it, '' where it has none. */
  readonly stored: string;
  /** A formula of which nobody has kept the result. */
  readonly isUncalculated: boolean;
  /** Whether there is more to it than its format. */
  readonly isFilled: boolean;
}

/**
 * The cells of a sheet in order, in one pass over its XML.
 *
 * @param onRow called with the number of each row, counted from 0, whether it has cells or not
 * @returns in the end, whether the sheet comes to its end
 */
export function* cellsOf(xml: string, onRow?: (row: number) => void): Generator<CellMark, boolean> {
  let row = -1;
  let column = -1;
  let open: OpenCell | null = null;
  let isWhole = false;
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'row' && !tag.isEnd) {
      row = Number(tag.attribute('r') ?? row + 2) - 1;
      column = -1;
      onRow?.(row);
    } else if (tag.name === 'c' && !tag.isEnd) {
      const place = placeOf(tag.attribute('r') ?? '');
      row = place?.row ?? row;
      column = place?.column ?? column + 1;
      open = new OpenCell(row, column, tag);
    } else if (tag.name === 'sheetData') isWhole ||= tag.isEnd || tag.isWhole;
    else open?.meet(tag, xml);
    if (open === null || tag.name !== 'c' || !(tag.isEnd || tag.isWhole)) continue;
    yield open.mark();
    open = null;
  }
  return isWhole;
}

/** A cell whose end has not come. */
class OpenCell {
  private readonly text = new ItemText();
  private hasFormula = false;
  private hasValue = false;
  private hasText = false;
  private from = 0;
  private stored = '';
  constructor(
    private readonly row: number,
    private readonly column: number,
    private readonly tag: XmlTag,
  ) {}

  private get type(): string {
    return this.tag.attribute('t') ?? 'n';
  }

  meet(tag: XmlTag, xml: string): void {
    if (tag.name === 'f') this.hasFormula = true;
    if (tag.name === 'is') this.hasText = true;
    if (this.hasText) this.text.meet(tag, xml);
    if (tag.name !== 'v' || tag.isWhole) return;
    if (tag.isEnd) this.stored = textBetween(xml, this.from, tag.start);
    this.hasValue = true;
    this.from = tag.end;
  }

  mark(): CellMark {
    const { row, column, type } = this;
    return {
      row,
      column,
      style: Number(this.tag.attribute('s') ?? -1),
      type,
      stored: this.hasText ? this.text.text : this.stored,
      // A text that a formula made may be empty, and then it has no value.
      isUncalculated: this.hasFormula && !this.hasValue && type !== 'str',
      isFilled: this.hasValue || this.hasText,
    };
  }
}

/** `AB12` as numbers counted from 0; null where it is no place. */
export function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters = '', digits = ''] = /^([A-Z]{1,7})(\d{1,10})$/.exec(reference) ?? [];
  if (letters === '') return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** What a spreadsheet calls a place: `AB12`. */
export function placeName({ row, column }: { row: number; column: number }): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row + 1}`;
}

import { type XmlTag, xmlTags } from '../zip/xmlTags';

/** What the XML of a sheet says of a cell besides its value. */
export interface CellMark {
  /** Counted from 0. */
  readonly row: number;
  readonly column: number;
  readonly style: number;
  /** `#DIV/0!` and its like. */
  readonly isError: boolean;
  /** A formula of which nobody has kept the result. */
  readonly isUncalculated: boolean;
  /** Its number as it is stored; '' where it is none. */
  readonly stored: string;
  /** Whether there is more to it than its format. */
  readonly isFilled: boolean;
  /** Whether it says where it stands, or stands behind the one before it. */
  readonly isPlaced: boolean;
}

/**
 * The cells of a sheet in order, in one pass over its XML.
 *
 * @param onRow called with the number of each row, counted from 0, whether it has cells or not
 */
export function* cellsOf(xml: string, onRow?: (row: number) => void): Generator<CellMark> {
  let row = -1;
  let column = -1;
  let open: OpenCell | null = null;
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
    } else open?.meet(tag, xml);
    if (open === null || tag.name !== 'c' || !(tag.isEnd || tag.isWhole)) continue;
    yield open.mark();
    open = null;
  }
}

/** A cell whose end has not come. */
class OpenCell {
  private hasFormula = false;
  private hasValue = false;
  private hasText = false;
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
    if (tag.name !== 'v' || tag.isEnd || tag.isWhole) return;
    this.hasValue = true;
    if (this.type === 'n') this.stored = xml.slice(tag.end, xml.indexOf('<', tag.end));
  }

  mark(): CellMark {
    const { row, column, stored, type } = this;
    return {
      row,
      column,
      style: Number(this.tag.attribute('s') ?? -1),
      isError: type === 'e',
      // A text that a formula made may be empty, and then it has no value.
      isUncalculated: this.hasFormula && !this.hasValue && type !== 'str',
      stored,
      isFilled: this.hasValue || this.hasText,
      isPlaced: this.tag.attribute('r') !== undefined,
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

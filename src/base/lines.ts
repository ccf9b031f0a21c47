import type { Where } from './diagnostic';

const LINE_END = /\r\n?|\n/g;

/** The lines of a text: says where in it a place is as people and editors say it. */
export class Lines {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    this.starts = [0, ...[...text.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length)];
  }

  get count(): number {
    return this.starts.length;
  }

  /** @param offset in UTF-16 code units, from 0; past the end counts as the end */
  at(offset: number): Required<Pick<Where, 'offset' | 'line' | 'column'>> {
    const place = Math.min(Math.max(offset, 0), this.text.length);
    let [from, to] = [0, this.starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.starts[middle] ?? 0) <= place) from = middle;
      else to = middle;
    }
    return { offset: place, line: from + 1, column: place - (this.starts[from] ?? 0) + 1 };
  }
}

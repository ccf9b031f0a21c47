import { type Column, isId, type Table } from '../tables/tables';
import { isDone } from '../text/verbForms';
import { wordSet } from '../text/words';
import { columnsOf, type Kind, type MeaningOf, type Term } from '../words/meaning';
import { isUncounted } from '../words/rowNouns';
import { isVerb } from '../words/verbs';

/** What stands between two words that belong together, and is looked at by itself later. */
const PASSED_OVER = new Set<Kind>(['stop', 'only', 'trade', 'together', 'both', 'either']);

const AUXILIARY = wordSet('is are was were did do does has have had');
const DOING = /^(?:do|does|did|has|have|had)$/i;
const ASKING = /^(?:how many|how much|number of|what|which|who|show|list)$/i;

/** "do you know how many …" asks how many; "did it rise, and by how much" asks whether. */
function isAsking(terms: readonly Term[]): boolean {
  const clause = terms.findIndex(({ meanings }) => meanings[0]?.kind === 'and');
  return terms.some(({ text }, index) => ASKING.test(text) && (clause < 0 || index < clause));
}

/**
 * A question while it is being read: its terms, and which of them something has understood. What nothing has claimed
 * in the end is what the planner does not understand.
 */
export class Sentence {
  readonly #claimed = new Set<number>();
  /** What stands in the way of a plan, in words. */
  readonly problems: string[] = [];

  /** What the answer says of how words were read. */
  readonly notes: string[] = [];
  /** Columns that the question makes of others. */
  readonly made: Column[] = [];

  /** Whether it begins like a question that wants yes or no: "did …", "are there …". */
  readonly wantsYes: boolean;

  /** @param table what its words were read against */
  constructor(
    readonly terms: readonly Term[],
    readonly table: Table,
  ) {
    const [first = ''] = (terms[0]?.text ?? '').toLowerCase().split(' ');
    this.wantsYes = AUXILIARY.has(first) && !isAsking(terms);
  }

  /** The meaning of a term if it is of that kind and nothing has claimed it. */
  at<K extends Kind>(index: number, kind: K): MeaningOf<K> | null {
    return this.#claimed.has(index) ? null : this.read(index, kind);
  }

  /** The meaning of a term if it is of that kind, claimed or not. */
  read<K extends Kind>(index: number, kind: K): MeaningOf<K> | null {
    const found = this.terms[index]?.meanings.find((meaning) => meaning.kind === kind);
    return (found as MeaningOf<K> | undefined) ?? null;
  }

  /** The column that a term names: keys give way where a word names several; a tie is a problem when it is used. */
  column(index: number): Column | null {
    if (this.#claimed.has(index)) return null;
    const columns = this.columnsAt(index);
    if (columns.length > 1) {
      const names = columns.map(({ name }) => `“${name}”`).join(' or ');
      this.problem(`“${this.terms[index]?.text}” could be ${names}`);
    }
    return columns[0] ?? null;
  }

  textAt(index: number): string {
    return this.terms[index]?.text ?? '';
  }

  /** Whether the term at a place is one of these words, claimed or not. */
  says(index: number, words: RegExp): boolean {
    return words.test(this.textAt(index));
  }

  /** Whether a row as such is named there, claimed or not: "row", or the name of the table. */
  isRow(index: number): boolean {
    return this.read(index, 'row') !== null || this.read(index, 'table') !== null;
  }

  columnsAt(index: number): readonly Column[] {
    const columns = columnsOf(this.terms[index]);
    const plain = columns.filter((column) => !isId(column));
    return plain.length > 0 ? plain : columns;
  }

  claim(...indices: readonly number[]): void {
    for (const index of indices) this.#claimed.add(index);
  }

  isClaimed(index: number): boolean {
    return this.#claimed.has(index);
  }

  problem(text: string): void {
    if (!this.problems.includes(text)) this.problems.push(text);
  }

  /** Says with the answer what was made of a word. */
  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Indices of terms of a kind that nothing has claimed. */
  open(kind: Kind): readonly number[] {
    return this.terms.flatMap((_, index) => (this.at(index, kind) ? [index] : []));
  }

  has(kind: Kind): boolean {
    return this.open(kind).length > 0;
  }

  /**
   * Whether the column at a place is asked for: "by region", "which region". What was done is not: "who joined in 2020" asks
   * for the persons.
   */
  isGroup(index: number): boolean {
    const marker = this.before(index);
    if (this.read(marker, 'by') !== null) return true;
    return this.read(marker, 'which') !== null && this.asksFor(marker, index);
  }

  /** Whether "which" or "who" at a place asks for the column at another, and not for what was done: "what did we buy in 2023". */
  asksFor(which: number, index: number): boolean {
    const [column] = this.columnsAt(index);
    const text = this.textAt(index);
    // "what is on shelf B1" asks for what is there.
    if (this.read(index + 1, 'value')?.column === column) return false;
    // "what does a member owe"
    if (this.terms.slice(which, index).some((term) => DOING.test(term.text))) return false;
    if (column?.type === 'boolean' || (column?.type === 'date' && isVerb(text))) return false;
    // "those who would recommend us"
    if (/^(?:would|will|can)\b/i.test(text)) return false;
    if (!this.says(which, /^who(?:m|se)?$/i)) return true;
    return column?.type === 'text' && !isDone(text);
  }

  /** "which dessert": what follows is a value, and its rows are asked for. */
  asksForThings(): boolean {
    return this.terms.some(
      (_, index) => this.read(index, 'which') !== null && this.read(this.next(index), 'value') !== null,
    );
  }

  /** "which bookings …": rows are asked for, and no figure of them. */
  asksWhichRows(): boolean {
    return this.terms.some((_, index) => this.read(index, 'which') && this.isRow(this.next(index)));
  }

  /** All columns that are named. */
  columns(): readonly Column[] {
    return this.terms.flatMap((_, index) => this.columnsAt(index));
  }

  names(column: Column): boolean {
    return this.columns().includes(column);
  }

  /** The columns at a place that nothing has claimed. */
  openColumnsAt(index: number): readonly Column[] {
    return this.isClaimed(index) ? [] : this.columnsAt(index);
  }

  /** Columns that are named and have no part to play yet. */
  openColumns(): readonly Column[] {
    return this.terms.flatMap((_, index) => this.openColumnsAt(index).slice(0, 1));
  }

  /** Whether rows as such are named: "rows", or the name of the table. */
  namesRows(): boolean {
    return this.terms.some((_, index) => this.isRow(index));
  }

  /**
   * "rows", or "orders" of a table of that name: what asks for no more than how many. A name that may mean an amount
   * of money ("sales", "budget") asks for more.
   */
  namesPlainRows(): boolean {
    return this.terms.some(({ plural, text }, index) => {
      if (isUncounted(text)) return false;
      return this.read(index, 'row') !== null || (this.read(index, 'table') !== null && plural);
    });
  }

  /** "sales by region": an amount of money, where the table has one. */
  namesSales(): boolean {
    return this.terms.some(({ text }, index) => !this.isClaimed(index) && /^sales$/i.test(text));
  }

  claimRows(): void {
    this.claim(...this.open('row'), ...this.open('table'));
  }

  /** Rows, and whatever noun stands for them. */
  claimThings(): void {
    this.claimRows();
    this.#claimNouns();
  }

  claimColumns(): void {
    for (const index of this.terms.keys()) if (this.columnsAt(index).length > 0) this.claim(index);
  }

  /** "the average price of products": a noun for the rows. Only the plural is one; a singular may mean a group. */
  #claimNouns(): void {
    for (const [index, { text, plural }] of this.terms.entries()) {
      if (this.openColumnsAt(index).length === 0) continue;
      if (plural || this.#isAnyRow(index)) this.claim(index);
      else
        this.problem(
          `“${text}” could be how to group, or one of its values; say “by ${text}”, or name the value`,
        );
    }
  }

  /** "what does an invoice come to on average": any of the rows. */
  #isAnyRow(index: number): boolean {
    const isNoun = this.columnsAt(index).some(({ identifies }) => identifies);
    return isNoun && this.says(index - 1, /^an?$/i);
  }

  /** The next term after `index` that is no stop word; `skip` names further kinds to pass over. */
  next(index: number, skip: readonly Kind[] = []): number {
    let next = index + 1;
    while (next < this.terms.length && this.#passes(next, skip)) next++;
    return next;
  }

  /** The term before `index` that is no stop word; -1 when there is none. */
  before(index: number, skip: readonly Kind[] = []): number {
    let before = index - 1;
    while (before >= 0 && this.#passes(before, skip)) before--;
    return before;
  }

  #passes(index: number, skip: readonly Kind[]): boolean {
    const kind = this.terms[index]?.meanings[0]?.kind;
    return kind !== undefined && (PASSED_OVER.has(kind) || skip.includes(kind));
  }
}

import { isId } from './ids';

/** Longest id of ours (W2), with room for a number behind it. */
const LONGEST_STEM = 56;

/**
 * Makes ids of ours from foreign names (W2): a name that is an id already stays what it is; of any other, what letters
 * and digits it has are kept, and a number is put behind what would be there twice. The original belongs under `source`.
 *
 * @example
 * const ids = new IdMint();
 * ids.mint('Look up!', 'node'); // 'Look-up'
 * ids.mint('Look up?', 'node'); // 'Look-up-2'
 */
export class IdMint {
  private readonly taken: Set<string>;
  private readonly reserved: ReadonlySet<string>;
  private readonly next = new Map<string, number>();

  /**
   * @param taken ids that are in use already
   * @param reserved ids that may be asked for by name, and that no number makes
   */
  constructor(taken: Iterable<string> = [], reserved: Iterable<string> = []) {
    this.taken = new Set(taken);
    this.reserved = new Set(reserved);
  }

  has(id: string): boolean {
    return this.taken.has(id);
  }

  /**
   * @param original what it is called there; null where it has no name
   * @param kind word to start from where nothing of the original can be kept
   */
  mint(original: string | null, kind: string): string {
    const id = this.firstFree(original ?? '', kind);
    this.taken.add(id);
    return id;
  }

  private firstFree(original: string, kind: string): string {
    const stem = isId(original) ? original : readablePart(original);
    if (!isId(stem)) return this.numbered(kind, 1);
    return this.taken.has(stem) ? this.numbered(stem.slice(0, LONGEST_STEM), 2) : stem;
  }

  /** Numbers of one stem only grow: a document of 100,000 nodes without ids would try all of them for each otherwise. */
  private numbered(stem: string, first: number): string {
    let number = this.next.get(stem) ?? first;
    while (this.taken.has(`${stem}-${number}`) || this.reserved.has(`${stem}-${number}`)) number++;
    this.next.set(stem, number + 1);
    return `${stem}-${number}`;
  }
}

function readablePart(original: string): string {
  return original
    .slice(0, 4 * LONGEST_STEM)
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, LONGEST_STEM)
    .replace(/[-_]+$/, '');
}

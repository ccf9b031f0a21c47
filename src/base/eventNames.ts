import { isEventType } from './ids';
import type { JsonObject } from './json';

/** Event types of theirs by types of ours (W2, T6), one to one; only those that differ are remembered. */
export class EventNames {
  private readonly ours = new Map<string, string>();
  private readonly theirs = new Map<string, string>();

  /** A type, or a descriptor that ends in `.*` or is `*`. */
  mint(theirs: string): string {
    if (theirs === '*') return theirs;
    const isWild = theirs.endsWith('.*');
    const type = this.mintType(isWild ? theirs.slice(0, -2) : theirs);
    return isWild ? `${type}.*` : type;
  }

  /** Types of ours and what they are called there. */
  renamed(): JsonObject | null {
    const entries = [...this.theirs].filter(([ours, theirs]) => ours !== theirs);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }

  private mintType(theirs: string): string {
    const known = this.ours.get(theirs);
    if (known !== undefined) return known;
    const stem = isEventType(theirs) ? theirs : readableType(theirs);
    let type = stem;
    for (let number = 2; this.theirs.has(type); number++) type = `${stem.slice(0, 120)}-${number}`;
    this.ours.set(theirs, type);
    this.theirs.set(type, theirs);
    return type;
  }
}

function readableType(theirs: string): string {
  const readable = theirs.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 100);
  const isOurs = /^[A-Za-z]/.test(readable) && isEventType(readable);
  return isOurs ? readable : `event-${readable.replace(/^[^A-Za-z0-9]+/, '')}`.replace(/-$/, '');
}

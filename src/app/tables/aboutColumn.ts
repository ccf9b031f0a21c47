import type { ReactNode } from 'react';

/** What the head of a column says of it besides its name. */
export interface AboutColumn {
  /** Its type in a word or two. */
  readonly words: string;
  /** Something is to be decided. */
  readonly isAsking?: boolean;
  /** Below the name: what does not fit. */
  readonly note?: ReactNode;
  /** Ways to read it otherwise; its button is then called "Column type of …". */
  readonly choices?: ((close: () => void) => ReactNode) | undefined;
}

import { type ReactNode, useState } from 'react';
import { Button } from './Button';

/** So many rows are in the page at once (measured: a row of fields takes two milliseconds). */
const AT_ONCE = 100;

interface Pages {
  /** The rows that are shown: from the first, up to the last without it. */
  readonly first: number;
  readonly end: number;
  /** Stand before and after the rows; nothing while all of them are shown. */
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** Shows a row that is about to be there. */
  readonly show: (index: number) => void;
}

/**
 * Rows of any height, however many there are: a hundred at a time.
 *
 * @param what names them: "variables"
 */
export function usePages(count: number, what: string): Pages {
  const [page, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(count / AT_ONCE) - 1);
  const first = Math.min(page, last) * AT_ONCE;
  const end = Math.min(count, first + AT_ONCE);
  const turn = (to: number) => (
    <Button size="small" onClick={() => setPage(to)}>
      {`Show ${to * AT_ONCE + 1} to ${Math.min(count, (to + 1) * AT_ONCE)} of ${count} ${what}`}
    </Button>
  );
  return {
    first,
    end,
    before: first > 0 && turn(first / AT_ONCE - 1),
    after: end < count && turn(first / AT_ONCE + 1),
    show: (index) => setPage(Math.floor(index / AT_ONCE)),
  };
}

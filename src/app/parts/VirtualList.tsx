import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import styles from './VirtualList.module.css';

interface Props {
  readonly count: number;
  /** Height of every row, in CSS pixels. */
  readonly rowHeight: number;
  /** Draws a row; the element it returns is the row's content. */
  readonly row: (index: number) => ReactNode;
  readonly keyOf: (index: number) => string;
  readonly label: string;
  /** A row to bring into view when it changes. */
  readonly reveal?: number | null;
  /** Makes the list a tree (WAI-ARIA): how deep a row lies, from 1, and whether it is selected. */
  readonly tree?: (index: number) => { readonly level: number; readonly selected: boolean };
  /** Up to so many rows all are in the page, for whoever searches or reads it as a whole. */
  readonly whole?: number;
  readonly className?: string | undefined;
}

const SPARE_ROWS = 8;

/** A list of which only what is seen is in the page, however long it is (UX: about 50 rows). */
export function VirtualList(props: Props) {
  const { count, rowHeight, row, keyOf, label, reveal, tree, whole = 0, className } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 400 });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const look = () => setSeen({ top: box.scrollTop, height: box.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    const box = ref.current;
    if (!box || reveal === null || reveal === undefined || reveal < 0) return;
    const top = reveal * rowHeight;
    if (top < box.scrollTop || top + rowHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 2);
    }
  }, [reveal, rowHeight]);
  const isWhole = count <= whole;
  const first = isWhole ? 0 : Math.max(0, Math.floor(seen.top / rowHeight) - SPARE_ROWS);
  const seenLast = Math.ceil((seen.top + seen.height) / rowHeight) + SPARE_ROWS;
  const last = isWhole ? count : Math.min(count, seenLast);
  const indices = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  return (
    <div ref={ref} className={cx(styles.box, className)}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one of two, and both may be named. */}
      <div
        role={tree ? 'tree' : 'list'}
        aria-label={label}
        className={styles.all}
        style={{ '--row-height': `${rowHeight}px`, '--rows': count }}
      >
        {indices.map((index) => {
          const branch = tree?.(index);
          return (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: level and selection are there for tree items only.
            <div
              key={keyOf(index)}
              role={branch ? 'treeitem' : 'listitem'}
              aria-level={branch?.level}
              aria-selected={branch?.selected}
              aria-setsize={count}
              aria-posinset={index + 1}
              className={styles.row}
              style={{ '--at': index }}
            >
              {row(index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

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

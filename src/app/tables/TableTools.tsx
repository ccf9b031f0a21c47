import { ChevronDown, Copy, Download, ListFilter, Search } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { counted, type Diagnostic, ok, type Result } from '#base';
import {
  type ColumnStatistics,
  readCellTest,
  type TableColumn,
  type TableOrder,
  type TableQuery,
  type TableSource,
  tsvOf,
} from '#tables';
import { Button, IconButton } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { SearchInput } from '../parts/Input';
import { Popover } from '../parts/Popover';
import { say } from '../parts/Toasts';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { isStored } from './stored/storedTables';
import styles from './TableTools.module.css';
import { fileOfTable, type TableFormat } from './tableFile';
import { useEventually } from './useSeenRows';

interface Props {
  readonly source: TableSource;
  readonly fields: QueryFields;
  readonly look: 'rich' | 'plain';
  readonly title: ReactNode;
  readonly actions: ReactNode;
  /** Whether there is something to be searched. */
  readonly isLong: boolean;
  readonly filtering: boolean;
  readonly onFiltering: (on: boolean) => void;
  readonly label: string;
  readonly fileName: string;
}

const FORMATS: readonly (readonly [TableFormat, string])[] = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['xlsx', 'Excel (XLSX)'],
];

/** Finding rows, and taking them along: all that the query leaves, in its order. */
export function TableTools(props: Props) {
  const { fields, look, title, actions, isLong, filtering, onFiltering, label } = props;
  const Filter = (
    <Button
      size={look === 'plain' ? 'small' : 'medium'}
      icon={look === 'plain' ? Search : ListFilter}
      aria-pressed={filtering}
      onClick={() => onFiltering(!filtering)}
    >
      {look === 'plain' ? 'Find' : 'Filter'}
    </Button>
  );
  return (
    <div className={styles.tools} role="toolbar" aria-label={`Rows of ${label}`}>
      {title}
      <span className={styles.gap} />
      {(look === 'rich' || filtering) && (
        <SearchInput
          label="Search all rows"
          className={styles.search}
          value={fields.search}
          onChange={({ target }) => fields.setSearch(target.value)}
        />
      )}
      {(look === 'rich' || isLong || filtering) && Filter}
      <SaveRows {...props} />
      {actions}
    </div>
  );
}

function copiedWords({ copied, all }: Awaited<ReturnType<typeof copyTable>>): Parameters<typeof say>[0] {
  const rows = counted(all, 'row');
  if (copied === all) return { tone: 'ok', text: `${rows} ${all === 1 ? 'is' : 'are'} copied.` };
  return {
    tone: 'info',
    text: `The first ${copied.toLocaleString('en')} of ${rows} are copied.`,
    help: 'Save them as a file to take all of them.',
  };
}

function SaveRows({ source, fields, look, fileName }: Props) {
  const menu = useId();
  const size = look === 'plain' ? 'small' : 'medium';
  const save = async (format: TableFormat) => {
    try {
      const saved = await saveTable(source, fields.query, format, fileName);
      if (!saved.ok) sayProblems([saved.problem]);
    } catch (thrown) {
      sayThrown(thrown, 'The rows could not be saved.');
    }
  };
  const copy = async () => {
    try {
      say(copiedWords(await copyTable(source, fields.query)));
    } catch (thrown) {
      sayThrown(thrown, 'The rows could not be copied. Save them as a file.');
    }
  };
  return (
    <>
      <Button size={size} icon={Copy} onClick={() => void copy()}>
        Copy rows
      </Button>
      <span className={styles.save}>
        <Button size={size} icon={Download} onClick={() => void save('csv')}>
          Save as CSV
        </Button>
        <IconButton icon={ChevronDown} label="Other formats" popoverTarget={menu} className={styles.others} />
      </span>
      <Popover id={menu} label="Save as">
        {(close) => (
          <ul className={styles.formats}>
            {FORMATS.map(([format, title]) => (
              <li key={format}>
                <button
                  type="button"
                  onClick={() => {
                    void save(format);
                    close();
                  }}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </>
  );
}

/**
 * Offers the rows of a query as a file, which is made where they lie.
 *
 * @param name of the file, without its ending
 */
async function saveTable(
  source: TableSource,
  query: TableQuery,
  format: TableFormat,
  name: string,
): Promise<Result<null, Diagnostic>> {
  const file = await (isStored(source) ? source.file(query, format) : fileOfTable(source, query, format));
  if (!file.ok) return file;
  saveFile(`${name}.${format}`, file.value, file.value.type);
  return ok(null);
}

/** So many rows go to the clipboard at most: whoever pastes more waits for minutes, or in vain. */
const MOST_COPIED = 50_000;

/**
 * Puts the rows of a query on the clipboard, as spreadsheets and editors take them.
 *
 * @returns how many there are, and how many of them were copied, from the first
 */
async function copyTable(
  source: TableSource,
  query: TableQuery,
): Promise<{ readonly copied: number; readonly all: number }> {
  const all = await source.count(query);
  const rows = await source.rows(query, 0, MOST_COPIED);
  await navigator.clipboard.writeText(tsvOf(source.columns, rows));
  return { copied: rows.length, all };
}

/** A place of a table: a column, and what is typed into its filter. */
export interface TablePlace {
  readonly column: string;
  readonly typed?: string;
}

/** What is typed and pressed to find rows, and the query that it makes. */
export interface QueryFields {
  readonly query: TableQuery;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** What is typed into the filters of columns. */
  readonly typed: ReadonlyMap<string, string>;
  readonly setFilter: (column: string, typed: string) => void;
  readonly order: TableOrder | null;
  /** Smallest first, largest first, as the table has them. */
  readonly sortBy: (column: string) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function useTableQuery(
  columns: readonly TableColumn[],
  first: TableOrder | null = null,
  at?: TablePlace,
): QueryFields {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState(() =>
    at?.typed === undefined ? NONE : new Map([[at.column, at.typed]]),
  );
  const [order, setOrder] = useState(first);
  const query = useMemo(
    (): TableQuery => ({
      search,
      order,
      filters: columns.flatMap((column) => {
        const test = readCellTest(typed.get(column.name) ?? '', column);
        return test === null ? [] : [{ column: column.name, test }];
      }),
    }),
    [columns, search, typed, order],
  );
  return {
    // Typing goes first: a large table follows when there is time.
    query: useDeferredValue(query),
    search,
    setSearch,
    typed,
    setFilter: (column, text) => setTyped((before) => new Map(before).set(column, text)),
    order,
    sortBy: (column) => setOrder((before) => nextOrder(before, column)),
    clear: () => {
      setSearch('');
      setTyped(NONE);
    },
  };
}

function nextOrder(before: TableOrder | null, column: string): TableOrder | null {
  if (before?.column !== column) return { column, descending: false };
  return before.descending ? null : { column, descending: true };
}

/**
 * Figures of a column that its head shows. They look at every row: each column has a task of its own, after the rows are drawn.
 *
 * @param turn null where nobody looks: nothing is counted then
 */
export function useStatistics(
  source: TableSource,
  query: TableQuery,
  column: string,
  turn: number | null,
): ColumnStatistics | null {
  const [due, setDue] = useState<TableSource | null>(null);
  useEffect(() => {
    if (turn === null) return;
    const timer = window.setTimeout(() => setDue(source), turn + 1);
    return () => clearTimeout(timer);
  }, [source, turn]);
  const isDue = due === source;
  return useEventually(
    useCallback(
      (signal) => (isDue ? source.statistics(query, column, signal) : null),
      [isDue, source, query, column],
    ),
  );
}

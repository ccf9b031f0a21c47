import { Check } from 'lucide-react';
import { present } from '#base';
import type { ColumnChoice, ColumnReport } from '#capabilities';
import type { ColumnReading, DocumentKind, WorkspaceDocument } from '#plan';
import { type TableColumn, type TableSource, WHOLE_TABLE } from '#tables';
import { Button } from '../parts/Button';
import { type AboutColumn, ColumnChip, choiceWords } from '../tables/ColumnChip';
import styles from './ColumnsList.module.css';
import tableViewStyles from './TableView.module.css';

interface ColumnsListProps {
  readonly source: TableSource;
  readonly about: (column: TableColumn) => AboutColumn;
  readonly onRows: () => void;
}

const MOST = 5;

/** In a hand a table is first its columns and how each is read; its rows are a tap away. */
export function ColumnsList({ source: { columns }, source, about, onRows }: ColumnsListProps) {
  const more = columns.length - MOST;
  return (
    <section className={styles.columns} aria-label="Columns">
      <header className={styles.head}>
        <h2>Columns</h2>
        <Button onClick={onRows}>Show rows</Button>
      </header>
      <ul>
        {columns.slice(0, MOST).map((column) => (
          <li key={column.name}>
            <span className={styles.name}>{column.label}</span>
            <ColumnChip
              source={source}
              query={WHOLE_TABLE}
              column={column}
              about={about(column)}
              look="words"
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.more}>
          and {more} more {more === 1 ? 'column' : 'columns'}
        </p>
      )}
    </section>
  );
}

interface ColumnChoicesProps {
  readonly column: ColumnReport;
  /** Null gives the column back to what its cells say. */
  readonly onChoose: (reading: ColumnReading | null) => void;
}

/** The ways in which a column can be read, with how many cells fit and one of them before and after. */
export function ColumnChoices({ column, onChoose }: ColumnChoicesProps) {
  const { name, isSaid, choices, filled } = column;
  const isChosen = (choice: Pick<ColumnChoice, 'type' | 'notation'>) =>
    isSaid && choice.type === column.type && choice.notation === column.notation;
  return (
    <fieldset className={tableViewStyles.choices}>
      <legend>Read “{name}” as</legend>
      <Choice title="Automatic" isChosen={!isSaid} onClick={() => onChoose(null)} />
      {choices.map((choice) => (
        <Choice
          key={choiceWords(choice)}
          title={choiceWords(choice)}
          note={`${choice.fits.toLocaleString('en')} of ${filled.toLocaleString('en')} fit · ${choice.example.written} → ${String(choice.example.value)}`}
          isChosen={isChosen(choice)}
          onClick={() => onChoose(readingOf(name, choice))}
        />
      ))}
      <Choice
        title="text"
        isChosen={isChosen({ type: 'text' })}
        onClick={() => onChoose({ name, type: 'text' })}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly note?: string;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}

function Choice({ title, note, isChosen, onClick }: ChoiceProps) {
  return (
    <button type="button" className={tableViewStyles.choice} aria-pressed={isChosen} onClick={onClick}>
      {isChosen ? <Check aria-hidden /> : <span className={tableViewStyles.blank} />}
      <span>{title}</span>
      {note !== undefined && <span className={tableViewStyles.note}>{note}</span>}
    </button>
  );
}

/** What a person says of a column by choosing this. */
export function readingOf(name: string, { type, unit, notation }: ColumnChoice): ColumnReading {
  return {
    name,
    type,
    ...present({ unit, read: notation }),
  };
}

/** A document with what a person said of its columns; texts have none. */
export function withColumns(
  document: WorkspaceDocument,
  columns: readonly ColumnReading[],
): WorkspaceDocument {
  const { columns: _, ...rest } = document;
  const isTable = TABLES.has(document.kind);
  return isTable && columns.length > 0 ? { ...rest, columns: [...columns] } : rest;
}

/** What has columns. */
export const TABLES: ReadonlySet<DocumentKind> = new Set(['csv', 'tsv', 'json', 'xlsx', 'parquet']);

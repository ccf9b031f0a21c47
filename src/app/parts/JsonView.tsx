import { useState } from 'react';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { Button } from './Button';
import styles from './JsonView.module.css';

const FIRST_ROWS = 12;
const FIRST_CHARACTERS = 4_000;

/** A value as a person reads it: a list of objects as a table, a text as text, the rest as JSON. Long ones are cut. */
export function JsonView({ value }: { readonly value: Json | undefined }) {
  const [all, setAll] = useState(false);
  if (value === undefined) return <p className={styles.none}>nothing yet</p>;
  const table = tableOf(value);
  if (table) {
    const rows = all ? table.rows : table.rows.slice(0, FIRST_ROWS);
    return (
      <div className={styles.view}>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of data have no identity but their place.
                <tr key={index}>
                  {table.columns.map((column) => (
                    <td key={column} className={typeof row[column] === 'number' ? styles.number : undefined}>
                      {cellText(row[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {rows.length < table.rows.length && (
          <Button size="small" onClick={() => setAll(true)}>
            Show all {table.rows.length} rows
          </Button>
        )}
      </div>
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const cut = !all && text.length > FIRST_CHARACTERS;
  return (
    <div className={styles.view}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre className={styles.text} tabIndex={0}>
        {cut ? `${text.slice(0, FIRST_CHARACTERS)}…` : text}
      </pre>
      {cut && (
        <Button size="small" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
}

const MOST_COLUMNS = 24;

function tableOf(value: Json): Table | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every((row) => isJsonObject(row))) return null;
  const columns = new Set(value.slice(0, 20).flatMap((row) => Object.keys(row)));
  return columns.size === 0 || columns.size > MOST_COLUMNS ? null : { columns: [...columns], rows: value };
}

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

import { useMemo, useState } from 'react';
import { isJsonObject, isTableHandle, type Json, type JsonObject } from '#base';
import { type TableColumn, tableInMemory } from '#tables';
import { Button } from '../parts/Button';
import { DataTable } from './DataTable';
import styles from './JsonView.module.css';
import { StoredTable } from './stored/StoredTable';

const FIRST_CHARACTERS = 4_000;

interface Props {
  readonly value: Json | undefined;
  /** What a table in it is called. */
  readonly label?: string;
}

/** A value as a person reads it: a list of objects, or a table by reference, as a table, a text as text, the rest as JSON. Long texts are cut. */
export function JsonView({ value, label = 'rows' }: Props) {
  const table = useMemo(() => tableOf(value), [value]);
  if (value === undefined) return <p className={styles.none}>nothing yet</p>;
  if (isTableHandle(value)) return <StoredTable handle={value} label={label} />;
  if (table) return <DataTable source={table} label={label} look="plain" fileName={label} />;
  return <TextOf value={value} />;
}

function TextOf({ value }: { readonly value: Json }) {
  const [all, setAll] = useState(false);
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

const MOST_COLUMNS = 24;
const LOOKED_AT = 20;

/** A list of objects with a few names in common. Values of steps are shown as they are: nobody has said how to read them. */
function tableOf(value: Json | undefined) {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return null;
  const looked: readonly JsonObject[] = value.slice(0, LOOKED_AT);
  const names = new Set(looked.flatMap((row) => Object.keys(row)));
  if (names.size === 0 || names.size > MOST_COLUMNS) return null;
  const columns = [...names].map((name): TableColumn => ({ name, label: name, type: typeIn(looked, name) }));
  return tableInMemory(columns, value);
}

function typeIn(rows: readonly JsonObject[], name: string): TableColumn['type'] {
  const values = rows.flatMap((row) => row[name] ?? []);
  if (values.length === 0) return 'text';
  if (values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : 'text';
}

function isRow(value: Json): value is JsonObject {
  return isJsonObject(value);
}

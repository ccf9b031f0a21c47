import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted, isRows, isTableHandle, type Json, type JsonObject } from '#base';
import { useIsWanted } from '../forms/FieldAt';
import { TextInput } from '../forms/TextInput';
import { JsonView } from '../tables/JsonView';
import { Field } from '../ui/Field';
import styles from './Inspector.module.css';

interface InspectorHeadProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly line: string;
  readonly aside?: ReactNode;
}

/** What the panel is about: a glyph, a name, one line, a status. */
export function InspectorHead({ icon, title, line, aside }: InspectorHeadProps) {
  return (
    <header className={styles.head}>
      <span className={styles.glyph}>{icon}</span>
      <div className={styles.titles}>
        <h2 title={title}>{title}</h2>
        <p>{line}</p>
      </div>
      {aside}
    </header>
  );
}

interface NameFieldProps {
  readonly name: string | undefined;
  /** What it is called without one. */
  readonly otherwise: string;
  readonly disabled: boolean;
  readonly onName: (name: string) => void;
}

/** The name of what the panel is about, to which a command leads. */
export function NameField({ name, otherwise, disabled, onName }: NameFieldProps) {
  return (
    <div data-field="name">
      <Field label="Name">
        {(ids) => (
          <TextInput
            {...ids}
            disabled={disabled}
            placeholder={otherwise}
            value={name ?? ''}
            onCommit={(text) => {
              onName(text);
              return null;
            }}
          />
        )}
      </Field>
    </div>
  );
}

interface MoreFieldsProps {
  readonly title: string;
  /** The fields in it, by their names: it unfolds where somebody is led to one. */
  readonly holds?: readonly string[];
  readonly open?: boolean;
  readonly children: ReactNode;
}

const NONE: readonly string[] = [];

/** Fields that few need, folded. They are made when they are first unfolded: most clicks on a node never need them. */
export function MoreFields({ title, holds = NONE, open, children }: MoreFieldsProps) {
  const [wanted, setWanted] = useState(open ?? false);
  const details = useRef<HTMLDetailsElement>(null);
  const isLedTo = useIsWanted(holds);
  useEffect(() => {
    if (isLedTo && details.current !== null) details.current.open = true;
  }, [isLedTo]);
  return (
    <details ref={details} className={styles.more} open={open} onToggle={() => setWanted(true)}>
      <summary>{title}</summary>
      <div className={styles.stack}>{wanted && children}</div>
    </details>
  );
}

interface ValueViewProps {
  readonly value: Json | undefined;
  /** What to say where there is no value. */
  readonly none: string;
  /** What a table in it is called. */
  readonly label?: string;
}

/** A value of a step: what holds tables by its parts, at any depth, so that they read as tables; anything else as it is. */
export function ValueView({ value, none, label }: ValueViewProps) {
  if (value === undefined || value === null) return <p className={styles.muted}>{none}</p>;
  if (isTable(value) || !holdsTables(value)) return <JsonView value={value} {...(label && { label })} />;
  const entries = Object.entries(value);
  const words = entries.filter(([, one]) => !isLarge(one));
  return (
    <>
      {words.length > 0 && (
        <dl className={styles.facts}>
          {words.map(([name, one]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{typeof one === 'string' ? one : JSON.stringify(one)}</dd>
            </div>
          ))}
        </dl>
      )}
      {entries
        .filter(([, one]) => isLarge(one))
        .map(([name, one]) => (
          <div key={name} className={styles.group}>
            <h4>{titleOf(name, one)}</h4>
            <ValueView value={one} none="Nothing." label={name} />
          </div>
        ))}
    </>
  );
}

/** Looked for in this many parts: a list of a thousand tables is read as JSON. */
const MOST_PARTS = 50;

function holdsTables(value: Json): value is JsonObject | readonly Json[] {
  if (typeof value !== 'object' || value === null) return false;
  const parts = Object.values(value);
  return parts.length <= MOST_PARTS && parts.some((part: Json) => isTable(part) || holdsTables(part));
}

function isTable(value: Json): boolean {
  return (isRows(value) && value.length > 0) || isTableHandle(value);
}

/** Characters up to which a property stands on one line. */
const ROOM = 80;

function isLarge(value: Json): boolean {
  return isTable(value) || JSON.stringify(value).length > ROOM;
}

function titleOf(name: string, value: Json): string {
  const rows = isTableHandle(value) ? value.$table.rows : isRows(value) ? value.length : null;
  return rows === null ? name : `${name}, ${counted(rows, 'row')}`;
}

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Diagnostic, isJsonObject, type Json, type JsonObject } from '#base';
import { Button, IconButton } from '../parts/Button';

import { usePages } from '../parts/usePages';
import { ProblemNote } from '../ui/ProblemNote';
import { FieldAt } from './FieldAt';
import type { Change, FormMode, NestedForm } from './form';
import { problemsInside, type Refusal } from './formProblems';
import { useWantedRow } from './goToField';
import styles from './SchemaForm.module.css';
import { blankValue } from './schema';

interface Props {
  readonly Form: NestedForm;
  readonly title: string;
  readonly item: JsonObject;
  readonly rows: readonly Json[];
  readonly mode: FormMode;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** A list of objects: cases, decisions, aggregates. Its order is meaning, so rows can be moved. */
export function RowsEditor({ Form, title, item, rows, mode, disabled, problems, onChange }: Props) {
  const name = title.toLowerCase().split(',')[0] ?? title;
  const [refusal, setRefusal] = useState<Refusal>(null);
  const pages = usePages(rows.length, name);
  useWantedRow(pages.show);
  const shown = rows.slice(pages.first, pages.end).map((row, at) => ({ row, index: pages.first + at }));
  const put = (next: readonly Json[]) => setRefusal(onChange([], next));
  const move = (from: number, to: number) => {
    const [moved] = rows.slice(from, from + 1);
    if (moved !== undefined) put(rows.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <>
      {pages.before}
      {shown.map(({ row, index }) => (
        <div key={index} className={styles.inset}>
          <FieldAt of={index}>
            <Form
              schema={item}
              value={isJsonObject(row) ? row : {}}
              mode={mode}
              disabled={disabled}
              problems={problemsInside(problems, `/${index}`)}
              onChange={(inside, next) => onChange([index, ...inside], next)}
            />
          </FieldAt>
          {!disabled && (
            <div className={styles.rowActions}>
              <IconButton
                icon={ArrowUp}
                label={`Move ${index + 1} of ${name} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${index + 1} of ${name} down`}
                disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon={Trash2}
                label={`Remove ${index + 1} of ${name}`}
                onClick={() => setRefusal(onChange([index], undefined))}
              />
            </div>
          )}
        </div>
      ))}
      {pages.after}
      {!disabled && (
        <Button
          size="small"
          icon={Plus}
          className={styles.add}
          aria-label={`Add to ${name}`}
          onClick={() => {
            put([...rows, blankValue(item, rows)]);
            pages.show(rows.length);
          }}
        >
          Add
        </Button>
      )}
      {refusal && <ProblemNote problem={refusal} />}
    </>
  );
}

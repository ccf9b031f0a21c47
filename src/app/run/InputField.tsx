import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { type Diagnostic, isJsonObject, type Json, type JsonObject, own, type Result, sizeText } from '#base';
import { takesFile } from '#capabilities';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf } from '../forms/schema';
import { useTaking } from '../library/useTaking';
import { Button } from '../parts/Button';
import { counted } from '../parts/counted';
import { cx } from '../parts/cx';
import { Select } from '../parts/Input';
import { useSession } from '../state/session';
import { ProblemNote } from '../ui/ProblemNote';
import styles from './InputField.module.css';
import { type InputFile, readInputFile, readOtherSheet } from './inputFiles';

interface Props {
  readonly name: string;
  /** Of all inputs. */
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly file: InputFile | undefined;
  readonly problems: readonly Diagnostic[];
  readonly onChange: (path: readonly (string | number)[], value: Json | undefined) => null;
  readonly onFile: (file: InputFile | undefined) => void;
}

/** One input of a run: typed, or read from a file that is chosen or dropped here (W8, V1). */
export function InputField({ name, schema, value, file, problems, onChange, onFile }: Props) {
  const { storage } = useSession();
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { status, take } = useTaking();
  const wanted = schemaOf(schema, name);
  const title = fieldsOf(schema).find((one) => one.name === name)?.title ?? name;
  const fields = (
    <SchemaForm
      schema={schema}
      only={[name]}
      value={value}
      mode="literal"
      problems={problems}
      onChange={onChange}
    />
  );
  if (!takesFile(wanted)) return fields;
  const accept = (read: Result<InputFile, readonly Diagnostic[]>): readonly Diagnostic[] => {
    if (!read.ok) return read.problem;
    onFile(read.value);
    return [];
  };
  const takeFile = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setRefused(null);
    const [problem] = await take([chosen], async ([one = chosen], following) =>
      accept(await readInputFile(name, wanted, one, storage, following)),
    );
    setRefused(problem ?? null);
  };
  const takeSheet = async (sheet: string) => {
    if (file === undefined) return;
    const [problem] = accept(await readOtherSheet(file, sheet, wanted, storage));
    setRefused(problem ?? null);
  };
  const way = file === undefined ? 'From a file' : 'Replace file';
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label={title}
      className={cx(styles.field, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {file === undefined ? fields : <Chosen title={title} file={file} onSheet={takeSheet} />}
      {status}
      {refused !== null && (
        <div role="alert">
          <ProblemNote problem={refused} />
        </div>
      )}
      <div className={styles.ways}>
        <Button
          ref={choose}
          size="small"
          icon={FileUp}
          aria-label={`${way} for “${title}”`}
          onClick={() => chooser.current?.click()}
        >
          {way}
        </Button>
        {file !== undefined && (
          <Button
            size="small"
            aria-label={`Remove file for “${title}”`}
            onClick={() => {
              onFile(undefined);
              choose.current?.focus();
            }}
          >
            Remove file
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={`“${title}” as a file`}
        onChange={({ target }) => {
          void takeFile(target.files?.[0]);
          target.value = '';
        }}
      />
    </section>
  );
}

interface ChosenProps {
  readonly title: string;
  readonly file: InputFile;
  readonly onSheet: (sheet: string) => Promise<void>;
}

function Chosen({ title, file: { document, rows, sheets }, onSheet }: ChosenProps) {
  const size = sizeText(document.file.bytes);
  return (
    <div className={styles.chosen}>
      <span className={styles.title}>{title}</span>
      <p role="status" className={styles.about}>
        <strong>{document.file.name}</strong> {size}
        {rows !== null && `, ${counted(rows, 'row')}`}
      </p>
      {sheets.length > 1 && (
        <Select
          aria-label={`Sheet for “${title}”`}
          value={document.sheet ?? ''}
          onChange={({ target }) => void onSheet(target.value)}
        >
          {sheets.map((sheet) => (
            <option key={sheet} value={sheet}>
              {sheet}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

function schemaOf({ properties }: JsonObject, name: string): JsonObject {
  const found = isJsonObject(properties) ? own(properties, name) : undefined;
  return isJsonObject(found) ? found : {};
}

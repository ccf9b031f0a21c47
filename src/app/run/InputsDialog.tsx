import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, type FormEvent, useId, useMemo, useRef, useState } from 'react';
import {
  counted,
  type Diagnostic,
  err,
  isEventType,
  isJsonObject,
  isTableHandle,
  type Json,
  type JsonObject,
  ok,
  own,
  type Result,
  setAt,
  sizeText,
} from '#base';
import { takesFile } from '#capabilities';
import type { Budget, RunStarted } from '#kernel';
import { type FileDocument, inputDefaults, inputSchema } from '#plan';
import { nameHandles, tablesIn } from '#runtime';
import type { Storage } from '#storage';
import { BudgetFields } from '../forms/BudgetFields';
import { formProblems } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf, startValues } from '../forms/schema';
import { DialogFormContext, useDialogForm } from '../forms/useDraft';
import { type Following, keepFile, readBytes, sheetsIn, useTaking } from '../library/documentFromFile';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Dialog } from '../parts/Dialog';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { documentsOfPage, readFileOfPage } from '../state/services';
import { useScene, useSession, useSessionState } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import inputFieldStyles from './InputField.module.css';
import styles from './InputsDialog.module.css';
import { placementOf, runInWords, useSessions } from './placement';
import { runsToAwait } from './runLists';
import { useShownRun } from './runStore';

/** Asks for the inputs of a run (V1), and where it belongs (M4): by itself only when an input has no default. */
export default function InputsDialog({ dialog, onClose }: DialogProps<'inputs'>) {
  const plan = useScene((scene) => scene.plan ?? scene.machine);
  const { variables } = plan ?? {};
  const name = plan?.name ?? plan?.id ?? '';
  const schema = useMemo(() => inputSchema(variables), [variables]);
  const [input, setInput] = useKept<JsonObject>('input', () => ({
    ...startValues(schema),
    ...inputDefaults(variables),
  }));
  // A run that follows is given the same files, as long as they are inputs.
  const shown = useShownRun((run) => run?.live.started ?? null);
  const [files, setFiles] = useKept<Files>('files', () =>
    filesFor(schema, inputFilesOf(shown, plan?.id ?? '')),
  );
  // What is started beside a run most often belongs to the session of that.
  const around = useShownRun((run) => run?.live.started?.labels.sessionId ?? '');
  const [session, setSession] = useKept('session', () => around);
  const [after, setAfter] = useKept('after', () => '');
  const goal = useScene((scene) => scene.machine?.onGoal ?? null);
  const [answer, setAnswer] = useKept('answer', () => '');
  const usual = useSessionState((state) => state.budget);
  const [budget, setBudget] = useKept<Budget>('budget', () => usual ?? {});
  const [limits, isHeld] = useDialogForm();
  // Told until the next try: what goes away while a button is pressed would pull the button from under the pointer.
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { ...input, ...valuesOf(files) };
    // Files were held against the schema when they were read.
    const found = formProblems(schema, input, NEEDED).filter(({ where }) => !isOf(files, where.field));
    setProblems(found);
    if (found.length > 0 || isHeld || (answer.trim() !== '' && !isEventType(answer.trim()))) return;
    onClose();
    const inputFiles = [...files.values()].map(({ document }) => document);
    dialog.next({ input: given, inputFiles, budget }, placementOf(session, after, answer));
  };
  return (
    <Dialog
      title={`Run “${name}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="run-inputs">
            Run
          </Button>
        </>
      }
    >
      <form id="run-inputs" className={styles.form} onSubmit={submit}>
        {fieldsOf(schema).map(({ name: field }) => (
          <InputField
            key={field}
            name={field}
            schema={schema}
            value={input}
            file={files.get(field)}
            problems={problems}
            onChange={(path, value) => {
              setInput((old) => setAt(old, path, value));
              return null;
            }}
            onFile={(file) => setFiles((old) => withFile(old, field, file))}
          />
        ))}
        <details className={styles.placement} open={dialog.unfold || session !== ''}>
          <summary>Session and order</summary>
          <PlacementFields session={session} after={after} onSession={setSession} onAfter={setAfter} />
          {goal !== null && <AnswerField goal={goal} value={answer} onChange={setAnswer} />}
        </details>
        <details className={styles.placement} open={isHeld}>
          <summary>Budget</summary>
          <DialogFormContext value={limits}>
            <BudgetFields budget={budget} onChange={setBudget} />
          </DialogFormContext>
        </details>
      </form>
    </Dialog>
  );
}

type Files = ReadonlyMap<string, InputFile>;

function filesFor(schema: JsonObject, given: Files): Files {
  const taken = new Set(fieldsOf(schema).flatMap(({ name, schema: own }) => (takesFile(own) ? [name] : [])));
  return new Map([...given].filter(([name]) => taken.has(name)));
}

function withFile(files: Files, name: string, file: InputFile | undefined): Files {
  const others = [...files].filter(([other]) => other !== name);
  return new Map(file === undefined ? others : [...others, [name, file]]);
}

function valuesOf(files: Files): JsonObject {
  return Object.fromEntries([...files].map(([name, { value }]) => [name, value]));
}

/** Whether a place in the form is that of an input that is a file. */
function isOf(files: Files, field: string | undefined): boolean {
  return files.has(field?.split('/')[1] ?? '');
}

const NEEDED = { message: 'The run needs this.', help: 'Fill it in, or give it a default.' };

interface AnswerFieldProps {
  /** The goal event that starts the machine. */
  readonly goal: string;
  readonly value: string;
  readonly onChange: (type: string) => void;
}

/** M3: a machine that a goal starts publishes its result as an event; a run of the session that waits for it goes on. */
export function AnswerField({ goal, value, onChange }: AnswerFieldProps) {
  const type = value.trim();
  const wrong = type !== '' && !isEventType(type);
  return (
    <Field
      label="Answer with the event"
      aside={`to ${goal}`}
      hint="Published with the result at the end. The run of this session that has waited longest for it receives it."
      error={wrong ? 'A name that begins with a letter, such as research.completed.' : null}
    >
      {(ids) => (
        <Input
          {...ids}
          mono
          value={value}
          placeholder="none"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface InputFieldProps {
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
export function InputField({ name, schema, value, file, problems, onChange, onFile }: InputFieldProps) {
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
      className={cx(inputFieldStyles.field, isOver && inputFieldStyles.over)}
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
      <div className={inputFieldStyles.ways}>
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
    <div className={inputFieldStyles.chosen}>
      <span className={inputFieldStyles.title}>{title}</span>
      <p role="status" className={inputFieldStyles.about}>
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

interface PlacementFieldsProps {
  readonly session: string;
  readonly after: string;
  readonly onSession: (session: string) => void;
  readonly onAfter: (runId: string) => void;
}

/** M4: the session of a run that is about to start, and the run that it waits for. */
export function PlacementFields({ session, after, onSession, onAfter }: PlacementFieldsProps) {
  const { id } = useSession();
  const { data: runs = [] } = useQuery(runsToAwait(id));
  const sessions = useSessions();
  const known = useId();
  return (
    <>
      <Field
        label="Session"
        hint="Runs of one session are listed together, receive each other's answers to events, and know what was said, noted and remembered in it."
      >
        {(ids) => (
          <>
            <Input
              {...ids}
              list={known}
              maxLength={128}
              value={session}
              placeholder="none"
              onChange={(event) => onSession(event.target.value)}
            />
            <datalist id={known}>
              {sessions.map(({ id: one, name }) => (
                <option key={one} value={one} label={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field
        label="Start after"
        hint="It waits until that run has completed. If that one fails, is cancelled or deleted, this one fails."
      >
        {(ids) => (
          <Select {...ids} value={after} onChange={(event) => onAfter(event.target.value)}>
            <option value="">nothing: at once</option>
            {runs.map((run) => (
              <option key={run.runId} value={run.runId}>
                {runInWords(run)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/** A file that is the value of an input. */
export interface InputFile {
  /** Its id is the variable. */
  readonly document: FileDocument;
  readonly value: Json;
  /** How many rows a table has; null of what is none. */
  readonly rows: number | null;
  /** The sheets that can be chosen instead; none where there is one thing in the file. */
  readonly sheets: readonly string[];
}

/**
 * Reads a file as the value of an input, off the page's thread. Of several sheets it is the first; another can be taken instead.
 *
 * @returns why it cannot be one: it cannot be read, or does not fit the schema
 * @throws StorageError, or the signal's reason when it was aborted
 */
export async function readInputFile(
  id: string,
  schema: JsonObject,
  file: File,
  storage: Storage,
  { signal, progress, rows }: Following,
): Promise<Result<InputFile, readonly Diagnostic[]>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return err([bytes.problem]);
  const read = await readFileOfPage(bytes.value, { name: file.name, type: file.type }, { signal, progress });
  signal?.throwIfAborted();
  if (!read.ok) return read;
  const kept = await keepFile(file, bytes.value, read.value, storage);
  const sheets = sheetsIn(read.value).filter((sheet) => sheet !== null);
  const document = { id, name: file.name, kind: read.value.type, file: kept };
  return readSheet(document, sheets, sheets[0], schema, storage, { signal, rows });
}

/** The same file, of which another sheet is meant. */
export function readOtherSheet(
  { document, sheets }: InputFile,
  sheet: string,
  schema: JsonObject,
  storage: Storage,
): Promise<Result<InputFile, readonly Diagnostic[]>> {
  return readSheet(document, sheets, sheet, schema, storage);
}

async function readSheet(
  { sheet: _, ...about }: FileDocument,
  sheets: readonly string[],
  sheet: string | undefined,
  schema: JsonObject,
  storage: Storage,
  following: Pick<Following, 'signal' | 'rows'> = {},
): Promise<Result<InputFile, readonly Diagnostic[]>> {
  const { columnsForInput, inputOfFile } = await import('#capabilities');
  const read = { ...about, ...columnsForInput(schema) };
  const document = sheet === undefined ? read : { ...read, sheet };
  const content = await documentsOfPage(storage).read(document, following);
  following.signal?.throwIfAborted();
  const value = await inputOfFile(content, schema, tablesIn(storage.blobs));
  return value.ok ? ok({ document, sheets, ...value.value }) : err([value.problem]);
}

/** The files that a run of this plan was given, to be given once more. What was read of them stands in its ledger. */
export function inputFilesOf(started: RunStarted | null, plan: string): ReadonlyMap<string, InputFile> {
  if (started === null || started.closure.plans[0]?.id !== plan) return new Map();
  const files = (started.inputFiles ?? []).flatMap((document) => {
    const value = own(started.input, document.id);
    if (value === undefined) return [];
    nameHandles(value);
    return [[document.id, { document, value, rows: rowsOf(value), sheets: [] }] as const];
  });
  return new Map(files);
}

function rowsOf(value: Json): number | null {
  if (isTableHandle(value)) return value.$table.rows;
  return Array.isArray(value) ? value.length : null;
}

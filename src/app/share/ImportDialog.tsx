import { FileUp } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { type Diagnostic, LIMITS } from '#base';
import type { Workspace } from '#plan';
import {
  documentsOf,
  type Following,
  isDocumentName,
  sayWhatStepsCannotLoad,
  takeDocuments,
  useTaking,
} from '../library/documentFromFile';
import { blankWorkspace, keepWorkspace } from '../library/placeWorkspace';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Dialog } from '../parts/Dialog';
import { TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import { setOut } from '../state/address';
import type { DialogProps } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import { storageOfPage } from '../state/services';
import { openSessionStore } from '../state/session';
import { Field } from '../ui/Field';
import { bringIn } from './bringIn';
import styles from './ImportDialog.module.css';
import { ImportVerdict } from './ImportVerdict';
import type { ToldReceived } from './reading/desk';
import { isDataAlone, isOpenable, SHOWN, type Source } from './reading/judge';
import { useReading } from './reading/reader';

/** Brings in a workspace, a plan, a run or a document: by file, by paste, by dropping. All problems are listed. */
export default function ImportDialog({ dialog, onClose }: DialogProps<'import'>) {
  const [text, setText] = useKept('import', () => (dialog.text ?? '').slice(0, SHOWN));
  const [passedOver, setPassedOver] = useState<readonly string[]>([]);
  const [opening, setOpening] = useState(false);
  const leaving = useRef(new AbortController());
  const taking = useTaking();
  const { reading, reader, read, refuse, clear } = useReading((judged, source) => {
    // What is nothing of ours or of another system's may be data.
    const { received, hasRecords } = judged;
    const isUnknown = received.kind === 'refused' && received.format === undefined;
    const data = isUnknown ? dataIn(source, hasRecords) : null;
    if (data !== null)
      void data.then((file) => (file === null ? setText(judged.text ?? '') : takeAll([file])));
    else setText(judged.text ?? '');
  });

  const take = async (files: readonly File[]): Promise<void> => {
    const [first, ...more] = files;
    if (first === undefined) return;
    if (await areData(files)) return takeAll(files);
    setPassedOver(more.map(({ name }) => name));
    setText('');
    if (/\.zip$/i.test(first.name)) void takeArchive(first);
    else read({ kind: 'file', file: first });
  };
  const takeArchive = async (file: File) => {
    try {
      const unpacked = await (await import('./archives')).unpackedBy(file);
      if (!unpacked.ok) refuse(unpacked.problem);
      else if (unpacked.value === null) read({ kind: 'file', file });
      else read({ kind: 'text', text: unpacked.value });
    } catch (thrown) {
      refuse([diagnosticOf(thrown, 'It could not be kept.')]);
    }
  };
  const takeText = (given: string): void => {
    setPassedOver([]);
    read({ kind: 'text', text: given });
  };
  const takeAll = async (given: readonly File[]) => {
    clear();
    const refused = await taking.take(given, async (files, following) => {
      const problems = await bringInDocuments(files, following);
      if (problems.length === 0) onClose();
      return problems;
    });
    if (refused.length > 0) refuse(refused);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the dialog was opened with, once.
  useEffect(() => {
    if (dialog.text !== undefined) takeText(dialog.text);
    if (dialog.link !== undefined) read({ kind: 'link', fragment: dialog.link });
    void take(dialog.files ?? []);
  }, []);

  /** Files, and texts that would only make the page slow, go past the field. */
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    const pasted = event.clipboardData.getData('text/plain');
    if (files.length === 0 && pasted.length <= SHOWN) return;
    event.preventDefault();
    setText('');
    if (files.length > 0) void take(files);
    else takeText(pasted);
  };
  const open = async (what: ToldReceived) => {
    setOpening(true);
    try {
      await bringIn(what, { reader, signal: leaving.current.signal });
      onClose();
    } catch (thrown) {
      refuse([diagnosticOf(thrown, 'It could not be kept.')]);
      setOpening(false);
    }
  };
  const received = reading.kind === 'read' ? reading.judged.received : null;
  const retry = reading.kind === 'read' && reading.isFailed ? reading : null;
  const openable = received !== null && isOpenable(received) && !opening;
  return (
    <Dialog
      title="Import"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {reading.kind === 'nothing' ? (
            <Button variant="primary" disabled={text.trim() === ''} onClick={() => takeText(text)}>
              Preview
            </Button>
          ) : retry !== null ? (
            <Button variant="primary" onClick={() => retry.source && read(retry.source, retry.chosen)}>
              Try again
            </Button>
          ) : (
            <Button variant="primary" disabled={!openable} onClick={() => received && void open(received)}>
              Import
            </Button>
          )}
        </>
      }
    >
      {taking.status}
      <DropZone onFiles={(files) => void take(files)} onText={takeText} />
      <Field label="Or paste it">
        {(ids) => (
          <TextArea
            {...ids}
            mono
            className={styles.paste}
            value={text}
            placeholder='{ "format": "planloom/workspace", … }'
            onPaste={paste}
            onChange={(event) => {
              setText(event.target.value);
              setPassedOver([]);
              clear();
            }}
          />
        )}
      </Field>
      <ImportVerdict
        reading={reading}
        passedOver={passedOver}
        onCancel={() => {
          setPassedOver([]);
          clear();
        }}
        onChoose={(format) => {
          if (reading.kind === 'read' && reading.source !== null) read(reading.source, format);
        }}
      />
    </Dialog>
  );
}

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  /** A text that was dragged here. */
  readonly onText: (text: string) => void;
}

/** Where files are dropped, or chosen. */
export function DropZone({ onFiles, onText }: Props) {
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData('text/plain');
    if (files.length > 0) onFiles(files);
    else if (text !== '') onText(text);
  };
  return (
    <section
      aria-label="Drop a file"
      className={cx(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden />
      <p>
        Drop a workspace, a plan, a run (NDJSON), a picture with one inside, a table, a text, or a file of
        another system here.
      </p>
      <Button variant="outline" onClick={() => chooser.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="File to import"
        multiple
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </section>
  );
}

/**
 * Adds files to the open workspace as documents. Where none is open they open in one of their own, ready to be asked: tables and texts
 * do nothing by themselves, so it may run what is drawn in it.
 *
 * @returns why files were not taken; of several, those that could be are
 */
export async function bringInDocuments(
  files: readonly File[],
  following: Following = {},
): Promise<readonly Diagnostic[]> {
  const { session } = openSessionStore.getState();
  if (session !== null) return (await takeDocuments(session, files, following)).refused;
  const blank = blankWorkspace();
  const go = setOut();
  const { documents, refused } = await documentsOf(files, blank, await storageOfPage(), following);
  const [first] = documents;
  if (first === undefined) return refused;
  const workspace: Workspace = { ...blank, name: first.name ?? first.id, documents: [...documents] };
  go({ workspace: await keepWorkspace(workspace, true), view: 'ask' });
  sayWhatStepsCannotLoad(documents);
  return refused;
}

/** Rows of JSON: a list that begins with an object. */
const ROWS = /^\s*\[\s*\{/;
const JSON_NAME = /\.(?:json|ndjson|jsonl)$/i;
/** As much of it as tells. */
const HEAD = 4_096;

/**
 * What was given as a file of data: rows of JSON, or a table that was pasted, with tabs as spreadsheets copy it or with
 * commas. Null where it is neither, and at once for what cannot be one.
 *
 * @param hasRecords whether it is known to be JSON that has records
 */
export function dataIn(source: Source, hasRecords = false): Promise<File | null> | null {
  if (source.kind === 'link') return null;
  if (source.kind === 'file') {
    if (hasRecords) return Promise.resolve(source.file);
    return JSON_NAME.test(source.file.name) ? rowsIn(source.file) : null;
  }
  const { text } = source;
  const name = hasRecords || ROWS.test(text.slice(0, HEAD)) ? 'Pasted rows.json' : tableName(text);
  return name === null ? null : Promise.resolve(new File([text], name, { type: 'text/plain' }));
}

async function rowsIn(file: File): Promise<File | null> {
  return (await beginsWithRows(file)) ? file : null;
}

async function beginsWithRows(file: File): Promise<boolean> {
  const head = await file.slice(0, HEAD).text();
  return ROWS.test(head) || areLines(head);
}

async function holdsRows(file: File): Promise<boolean> {
  if (file.size > LIMITS.importBytes) return false;
  return (await beginsWithRows(file)) || isDataAlone(await file.text());
}

/** Whether files are data, all of them. A single JSON file may be a plan, whatever it begins with: it is read as one first. */
export async function areData(files: readonly File[]): Promise<boolean> {
  const isData = async (file: File) =>
    isDocumentName(file.name) || (files.length > 1 && JSON_NAME.test(file.name) && (await holdsRows(file)));
  return (await Promise.all(files.map(isData))).every(Boolean);
}

/** JSON lines: an object a line. Those of a run have entries, and why such a file is refused is said instead. */
function areLines(head: string): boolean {
  const [first = '', second = ''] = head.split(/\r?\n/);
  return /^\{.*\}$/.test(first.trim()) && second.startsWith('{') && !first.includes('"entries":');
}

/** A table has the same separator, as often, in its first lines. */
function tableName(text: string): string | null {
  const [first = '', second] = text.slice(0, HEAD).split(/\r?\n/);
  if (second === undefined || second === '' || /^\s*[<{[]/.test(first)) return null;
  const isOf = (separator: string) => {
    const count = first.split(separator).length;
    return count > 1 && second.split(separator).length === count;
  };
  if (isOf('\t')) return 'Pasted table.tsv';
  return isOf(',') || isOf(';') ? 'Pasted table.csv' : null;
}

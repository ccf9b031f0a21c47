import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { type FileDocument, isFileDocument } from '#plan';
import { bytesHash, tablesIn, tablesOfInputs } from '#runtime';
import type { Storage } from '#storage';
import { Button } from '../parts/Button';
import { sayThrown } from '../state/sayTrouble';
import { documentsOfPage, storedQuery } from '../state/services';
import { useDocument, useScene, useSession } from '../state/session';
import { readBytes, replaceFile } from './documentFromFile';
import styles from './MissingFiles.module.css';

/** Files that documents of the workspace name and that are not in this browser: each is asked for by name (W8). */
export function MissingFiles() {
  const missing = useMissingFiles();
  if (missing.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Missing files">
      {missing.map((document) => (
        <li key={document.file.hash}>
          <MissingFile document={document} />
        </li>
      ))}
    </ul>
  );
}

const NONE: readonly FileDocument[] = [];

/**
 * One document for each file that is not here: several sheets may be of one. Of the shown run also the files of inputs whose tables
 * are not here.
 */
function useMissingFiles(): readonly FileDocument[] {
  const documents = useDocument(({ workspace }) => workspace.documents);
  const files = documents.filter(isFileDocument);
  const hashes = [...new Set(files.map(({ file }) => file.hash))];
  const started = useScene(({ run }) => run?.live.started ?? null);
  const inputs = started === null ? [] : tablesOfInputs(started);
  const tables = inputs.map(({ hash }) => hash);
  const { data = NONE } = useQuery({
    ...storedQuery('blobs', ['missing', hashes, tables], async ({ blobs }) => {
      const here = await Promise.all(hashes.map((hash) => blobs.has(hash)));
      const readHere = await Promise.all(tables.map((hash) => blobs.has(hash)));
      const lost = inputs.flatMap(({ document }, index) => (readHere[index] ? [] : [document]));
      const missing = hashes.flatMap((hash, index) => {
        const document = here[index] ? undefined : files.find(({ file }) => file.hash === hash);
        return document === undefined ? [] : [document];
      });
      return onePerFile([...missing, ...lost]);
    }),
    enabled: hashes.length + tables.length > 0,
  });
  return data;
}

/** The first of the documents that name the same bytes. */
function onePerFile(documents: readonly FileDocument[]): readonly FileDocument[] {
  return documents.filter(
    ({ file }, index) => documents.findIndex((other) => other.file.hash === file.hash) === index,
  );
}

function MissingFile({ document }: { readonly document: FileDocument }) {
  const session = useSession();
  const started = useScene(({ run }) => run?.live.started ?? null);
  const { name, hash } = document.file;
  const isOfRun = started?.inputFiles?.some(({ file }) => file.hash === hash) ?? false;
  const readAgain = async () => {
    if (started === null || !isOfRun) return;
    const { storage } = session;
    const { readInputsAgain } = await import('#capabilities');
    await readInputsAgain(started, hash, documentsOfPage(storage), tablesIn(storage.blobs));
  };
  return (
    <div className={styles.missing}>
      <p>
        “{name}” is not here. Choose it: <code title={hash}>SHA-256 {hash.slice(0, 12)}…</code>
      </p>
      <ChooseFile
        name={name}
        hash={hash}
        label={`Choose “${name}”`}
        onTaken={readAgain}
        other={(file, forget) =>
          isOfRun ? (
            'Run the plan again to use it.'
          ) : (
            <Button
              variant="outline"
              onClick={() => {
                forget();
                void replaceFile(session, document, file);
              }}
            >
              Replace the document
            </Button>
          )
        }
      />
    </div>
  );
}

interface Props {
  /** What the file is called, in words. */
  readonly name: string;
  readonly hash: string;
  readonly label: string;
  /** Called when the right one is kept. */
  readonly onTaken?: () => Promise<void>;
  /** What may be done with a file that is another one. */
  readonly other?: (file: File, forget: () => void) => ReactNode;
}

/** Asks for one file, known by its content: the right one is kept in this browser, of another it is told that it is another. */
export function ChooseFile({ name, hash, label, onTaken, other }: Props) {
  const { storage } = useSession();
  const chooser = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<File | null>(null);
  const take = async (file: File) => {
    try {
      const taken = await isTaken(storage, hash, file);
      if (taken) await onTaken?.();
      setWrong(taken ? null : file);
    } catch (thrown) {
      sayThrown(thrown, 'The file could not be kept.');
    }
  };
  return (
    <>
      <Button variant="outline" onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={`File “${name}”`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void take(file);
          target.value = '';
        }}
      />
      {wrong !== null && (
        <p role="alert" className={styles.other}>
          “{wrong.name}” is another file: its content differs from that of “{name}”.{' '}
          {other?.(wrong, () => setWrong(null))}
        </p>
      )}
    </>
  );
}

/** Keeps the file if it is the one that is asked for; whether it was. */
async function isTaken({ blobs }: Storage, hash: string, file: File): Promise<boolean> {
  const bytes = await readBytes(file);
  if (!bytes.ok || (await bytesHash(bytes.value)) !== hash) return false;
  await blobs.write(bytes.value);
  return true;
}

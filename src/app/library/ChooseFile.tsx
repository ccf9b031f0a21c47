import { type ReactNode, useRef, useState } from 'react';
import { bytesHash } from '#runtime';
import type { Storage } from '#storage';
import { Button } from '../parts/Button';
import { sayThrown } from '../state/sayTrouble';
import { useSession } from '../state/session';
import { readBytes } from './documentFromFile';
import styles from './MissingFiles.module.css';

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

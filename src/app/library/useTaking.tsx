import { useEffect, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import { Button } from '../parts/Button';
import { diagnosticOf } from '../state/sayTrouble';
import type { Following } from './documentFromFile';
import styles from './useTaking.module.css';

interface Taking {
  /** What is being read, and how to end it; null while nothing is. */
  readonly status: React.ReactNode;
  /** Reads files by what is given, and tells why they could not be taken. */
  take(
    files: readonly File[],
    by: (files: readonly File[], following: Following) => Promise<readonly Diagnostic[]>,
  ): Promise<readonly Diagnostic[]>;
}

interface Reading {
  readonly name: string;
  /** How much of the files, from 0 to 1. */
  readonly share: number;
  /** How many rows of their tables; null while that is not known. */
  readonly rows: number | null;
}

/** Files that are being read, with their progress and Cancel. Whoever leaves cancels. */
export function useTaking(): Taking {
  const [reading, setReading] = useState<Reading | null>(null);
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);
  return {
    status: reading !== null && (
      <p role="status" className={styles.status}>
        <span>
          Reading {reading.name} …{reading.rows !== null && ` ${reading.rows.toLocaleString('en')} rows`}
        </span>
        <progress aria-label={`Reading ${reading.name}`} max={1} value={reading.share} />
        <Button size="small" variant="outline" onClick={() => going.current?.abort()}>
          Cancel
        </Button>
      </p>
    ),
    take: async (files, by) => {
      going.current?.abort();
      const now = new AbortController();
      going.current = now;
      const name = namesOf(files);
      let told: Reading = { name, share: 0, rows: null };
      const tell = (more: Partial<Reading>): void => {
        told = { ...told, ...more };
        if (!now.signal.aborted) setReading(told);
      };
      tell({});
      try {
        return await by(files, {
          signal: now.signal,
          progress: (share) => tell({ share }),
          rows: (rows) => tell({ rows }),
        });
      } catch (thrown) {
        return now.signal.aborted ? [] : [diagnosticOf(thrown, 'It could not be kept.')];
      } finally {
        if (going.current === now) setReading(null);
      }
    },
  };
}

function namesOf([first, ...more]: readonly File[]): string {
  if (first === undefined) return 'nothing';
  return more.length === 0 ? `“${first.name}”` : `“${first.name}” and ${more.length} more`;
}

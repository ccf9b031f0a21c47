import { useEffect, useRef, useState } from 'react';
import type { Checkup, ConnectionKind } from '#models';
import { sayThrown } from '../state/sayTrouble';
import { checkByPage } from './checkByPage';

interface Tested {
  readonly of: string;
  /** Null while the server is asked. */
  readonly checkup: Checkup | null;
}

interface CheckupOfDraft {
  /** What came of it; null until there is something. */
  readonly checkup: Checkup | null;
  readonly isAsking: boolean;
  /** @returns null where that is of no use any more: something else was typed meanwhile, or nobody looks at it */
  readonly test: () => Promise<Checkup | null>;
}

/** The test of a connection that is being typed. What comes of it counts for the address and the key that were tested. */
export function useCheckup(kind: ConnectionKind['id'], url: string, key: string): CheckupOfDraft {
  const of = `${kind}\n${url}\n${key}`;
  const [last, setLast] = useState<Tested | null>(null);
  const typed = useRef<string | null>(null);
  useEffect(() => {
    typed.current = of;
    return () => {
      typed.current = null;
    };
  }, [of]);
  const tested = last?.of === of ? last : null;
  const test = async () => {
    setLast({ of, checkup: null });
    const checkup = await checkByPage({ kind, url, key: key === '' ? null : key }).catch(
      (thrown: unknown) => {
        sayThrown(thrown, 'The connection could not be tested.');
        return null;
      },
    );
    if (typed.current !== of) return null;
    setLast(checkup && { of, checkup });
    return checkup;
  };
  return { checkup: tested?.checkup ?? null, isAsking: tested !== null && tested.checkup === null, test };
}

import { useEffect, useMemo, useRef, useState } from 'react';
import { type Diagnostic, problem } from '#base';
import type { FormatId } from '#formats';
import { type Judged, refusal, type Source } from './judge';
import { openReader } from './reader';

/** Where the reading of one thing stands. */
export type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reading'; readonly source: Source }
  | {
      readonly kind: 'read';
      /** Null where it was refused before it was read. */
      readonly source: Source | null;
      /** What a person said that it is. */
      readonly chosen: FormatId | null;
      readonly judged: Judged;
    };

interface Hands {
  readonly reading: Reading;
  /** Reads one thing; what was being read before is let go. */
  read(source: Source, chosen?: FormatId | null): void;
  /** Shows why something cannot be opened, in the place of what was read. */
  refuse(problems: readonly Diagnostic[]): void;
  /** Lets go of what is being read, and of what was. */
  clear(): void;
}

const NOTHING: Reading = { kind: 'nothing' };

/** Reads what the import dialog is given, in a worker that ends with the dialog. */
export function useReading(onRead: (judged: Judged) => void): Hands {
  const [reading, setReading] = useState<Reading>(NOTHING);
  const tell = useRef(onRead);
  tell.current = onRead;
  const reader = useMemo(openReader, []);
  const going = useRef<AbortController | null>(null);
  const hands = useMemo(() => {
    const stop = (): void => {
      going.current?.abort();
      going.current = null;
    };
    const show = (judged: Judged, source: Source | null, chosen: FormatId | null): void =>
      setReading({ kind: 'read', source, chosen, judged });
    return {
      stop,
      read: (source: Source, chosen: FormatId | null = null): void => {
        stop();
        const now = new AbortController();
        going.current = now;
        setReading({ kind: 'reading', source });
        reader.read(source, chosen, now.signal).then(
          (judged) => {
            if (now.signal.aborted) return;
            show(judged, source, chosen);
            tell.current(judged);
          },
          (thrown) => {
            if (!now.signal.aborted) show(refusal([unexpected(thrown)]), source, chosen);
          },
        );
      },
      refuse: (problems: readonly Diagnostic[]): void => {
        stop();
        show(refusal(problems), null, null);
      },
      clear: (): void => {
        stop();
        setReading(NOTHING);
      },
    };
  }, [reader]);
  useEffect(
    () => () => {
      hands.stop();
      reader.close();
    },
    [hands, reader],
  );
  return { reading, ...hands };
}

function unexpected(thrown: unknown): Diagnostic {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return problem('READING_FAILED', `Reading this failed: ${why}.`, 'Give it once more.');
}

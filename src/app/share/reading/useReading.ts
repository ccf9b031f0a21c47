import { useEffect, useMemo, useRef, useState } from 'react';
import { type Diagnostic, problem } from '#base';
import type { FormatId } from '#formats';
import type { ToldJudged } from './desk';
import { refusal, type Source } from './judge';
import { openReader, type Reader } from './reader';

/** Where the reading of one thing stands. */
export type Reading =
  | { readonly kind: 'nothing' }
  /** `doing`: what is being done with it now. */
  | { readonly kind: 'reading'; readonly source: Source; readonly doing: string | null }
  | {
      readonly kind: 'read';
      /** Null where it was refused before it was read. */
      readonly source: Source | null;
      /** What a person said that it is. */
      readonly chosen: FormatId | null;
      readonly judged: ToldJudged;
      /** Nothing is known of it, because what reads it failed: the same can be read again. */
      readonly isFailed: boolean;
    };

interface Hands {
  readonly reading: Reading;
  /** Who reads, and holds what was read last. */
  readonly reader: Reader;
  /** Reads one thing; what was being read before is let go. */
  read(source: Source, chosen?: FormatId | null): void;
  /** Shows why something cannot be opened, in the place of what was read. */
  refuse(problems: readonly Diagnostic[]): void;
  /** Lets go of what is being read, and of what was. */
  clear(): void;
}

const NOTHING: Reading = { kind: 'nothing' };

/** Reads what the import dialog is given, in a worker that ends with the dialog. */
export function useReading(onRead: (judged: ToldJudged, source: Source) => void): Hands {
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
    const show = (judged: ToldJudged, source: Source | null, chosen: FormatId | null): void =>
      setReading({ kind: 'read', source, chosen, judged, isFailed: false });
    return {
      stop,
      read: (source: Source, chosen: FormatId | null = null): void => {
        stop();
        const now = new AbortController();
        going.current = now;
        const doing = (what: string | null) => setReading({ kind: 'reading', source, doing: what });
        doing(null);
        const say = (what: string) => {
          if (!now.signal.aborted) doing(what);
        };
        reader.read(source, chosen, now.signal, say).then(
          (judged) => {
            if (now.signal.aborted) return;
            show(judged, source, chosen);
            tell.current(judged, source);
          },
          (thrown) => {
            if (now.signal.aborted) return;
            const judged = refusal([unexpected(thrown)]);
            setReading({ kind: 'read', source, chosen, judged, isFailed: true });
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
  return { reading, reader, ...hands };
}

function unexpected(thrown: unknown): Diagnostic {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return problem('READING_FAILED', `Reading this failed: ${why}.`, 'Try again.');
}

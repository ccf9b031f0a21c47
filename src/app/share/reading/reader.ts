import { useEffect, useMemo, useRef, useState } from 'react';
import { type Diagnostic, problem } from '#base';
import type { FormatId } from '#formats';
import type { Workspace } from '#plan';
import { type Prepared, prepare } from '../../opening/prepare';
import { Assembly, type Difference } from '../../opening/transfer';
import { type Asked, Desk, type Placed, type Say, type Tasks, type Told, type ToldJudged } from './desk';
import { refusal, type Source } from './judge';

/** What is asked again and again of the document that is open. */
type Following = 'problems' | 'written';

/** Reads one thing after the other, away from the page's thread. */
export interface Reader {
  /**
   * @param format what a person says that it is; null: it is recognised
   * @throws the signal's reason when it was aborted: reading cannot be stopped otherwise than by ending its worker; and why it
   *   failed, where the worker died of it
   */
  read(source: Source, format: FormatId | null, signal: AbortSignal, say?: Say): Promise<ToldJudged>;
  /** Where the workspace that was read last belongs; null where none was. @throws like `read` */
  place(known: Tasks['place']['given'], signal: AbortSignal): Promise<Placed | null>;
  /** Makes a stored text ready for the editor. @throws like `read` */
  prepare(text: string, signal: AbortSignal, say?: Say): Promise<Tasks['prepare']['answer']>;
  /**
   * Checks or writes the document that was prepared, as it is now.
   *
   * @param difference to what it was when it was asked about last
   * @returns null where no worker can be had
   * @throws like `read`; then nothing is known of the document any more
   */
  follow<Task extends Following>(
    task: Task,
    difference: Difference | null,
    signal: AbortSignal,
  ): Promise<Tasks[Task]['answer'] | null>;
  /** Ends the worker. The reader can be used again: it starts another one. */
  close(): void;
}

/** A worker of its own, which starts with the first thing that is read. Where none may start, the page reads by itself. */
export function openReader(): Reader {
  let running: Running | null = null;
  const desk = new Desk();
  const close = (): void => {
    running?.worker.terminate();
    running = null;
  };
  /** @returns null where no worker can be had */
  const ask = async (asked: Asked, signal: AbortSignal, say: Say): Promise<Answer | null> => {
    signal.throwIfAborted();
    running ??= start();
    if (running === null) return null;
    const said = await answerOf(running, asked, { signal, say }).catch((reason: unknown) => {
      close();
      throw reason;
    });
    if (said.kind !== 'whole') close();
    return said.kind === 'absent' ? null : said;
  };
  return {
    close,
    read: async (source, format, signal, say = nothing) => {
      const given = { source, format };
      const said = await ask({ task: 'judge', given }, signal, say);
      if (said === null) return desk.judge(given, say);
      return resultOf(said) as ToldJudged;
    },
    place: async (given, signal) => {
      const said = await ask({ task: 'place', given }, signal, nothing);
      return said === null ? desk.place(given) : (resultOf(said) as Placed | null);
    },
    prepare: async (given, signal, say = nothing) => {
      const said = await ask({ task: 'prepare', given }, signal, say);
      return said === null ? desk.prepare(given, say) : (resultOf(said) as Tasks['prepare']['answer']);
    },
    follow: async <Task extends Following>(task: Task, given: Difference | null, signal: AbortSignal) => {
      const said = await ask({ task, given }, signal, nothing);
      return said === null ? null : (resultOf(said) as Tasks[Task]['answer']);
    },
  };
}

const nothing = () => undefined;

interface Running {
  readonly worker: Worker;
  /** Whether it was heard of: an error before that means that it could not be loaded. */
  isReady: boolean;
}

type Answer =
  | { readonly kind: 'whole'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly why: string };
type Said = Answer | { readonly kind: 'absent' };

function resultOf(said: Answer): unknown {
  if (said.kind === 'failed') throw new Error(said.why || 'no reason was given');
  return said.value;
}

function start(): Running | null {
  try {
    const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
    return { worker, isReady: false };
  } catch {
    return null;
  }
}

function answerOf(
  running: Running,
  asked: Asked,
  { signal, say }: { readonly signal: AbortSignal; readonly say: Say },
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const { worker } = running;
    const assembly = new Assembly();
    const stop = (): void => reject(signal.reason);
    const end = (said: Said): void => {
      signal.removeEventListener('abort', stop);
      resolve(said);
    };
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'ready') running.isReady = true;
      else if (data.kind === 'doing') say(data.doing);
      else if (data.kind === 'piece') assembly.add(data.piece);
      else end(data.kind === 'whole' ? { kind: 'whole', value: assembly.value } : data);
    };
    worker.onerror = ({ message }) =>
      end(running.isReady ? { kind: 'failed', why: message } : { kind: 'absent' });
    worker.onmessageerror = () => end({ kind: 'failed', why: 'what it answered cannot be read' });
    signal.addEventListener('abort', stop, { once: true });
    worker.postMessage(asked);
  });
}

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

/** Up to so many characters a document is read by the page itself, sooner than a worker would have started. */
const READ_BY_PAGE = 60_000;

/** Whether it is made ready by a worker. */
export function isReadAside(text: string): boolean {
  return text.length > READ_BY_PAGE;
}

/**
 * Makes a text that is kept here ready: a large one away from the page's thread.
 *
 * @param say hears what is being done
 * @throws the signal's reason when it was aborted
 */
export function prepareBy(reader: Reader, text: string, signal: AbortSignal, say: Say): Promise<Prepared> {
  return isReadAside(text) ? reader.prepare(text, signal, say) : prepare(text, say);
}

/** Reads what is kept, where nothing more is asked about it; null where this version cannot edit it. */
export async function readStored(text: string, signal: AbortSignal): Promise<Workspace | null> {
  const reader = openReader();
  try {
    const prepared = await prepareBy(reader, text, signal, () => undefined);
    return prepared.kind === 'document' ? prepared.workspace : null;
  } finally {
    reader.close();
  }
}

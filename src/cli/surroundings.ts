import { refuse } from './outcome';

/** Where a command runs: everything that it reads and says of the outside is handed in. */
export interface Surroundings {
  /** The package's own folder. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a result; resolves when it is out. */
  print(result: string | Uint8Array): Promise<void>;
  /** Whether results are shown to a person, and not kept or passed on. */
  readonly isTerminal?: boolean;
  /** Says a line to people: `main` hands it on with its control characters escaped, line feeds too. */
  say(line: string): void;
  /** Calls back when a signal is to end the program, until what is returned is called. Absent where none comes. */
  onInterruption?(told: (signal: Interruption) => void): () => void;
}

/** Signals of the system that end a program. */
export type Interruption = (typeof INTERRUPTIONS)[number];
const INTERRUPTIONS = ['SIGINT', 'SIGTERM'] as const;

/** This process: results on stdout and nothing else there, lines for people on stderr (H1). */
export function ofProcess(root: string): Surroundings {
  // Whoever reads may stop: the command has done its work, and ends as it would have.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    root,
    env: process.env,
    isTerminal: process.stdout.isTTY,
    print,
    say: (line) => void process.stderr.write(`${line}\n`),
    onInterruption,
  };
}

/** Awaited: a pipe that is ended with the process would cut a long result. */
function print(result: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(result, (cause) => {
      if (!cause || Reflect.get(cause, 'code') === 'EPIPE') resolve();
      else
        reject(
          refuse(
            'OUTPUT_UNWRITABLE',
            `The result cannot be written: ${cause.message}.`,
            'Write it elsewhere.',
          ),
        );
    });
  });
}

function onInterruption(told: (signal: Interruption) => void): () => void {
  // Once: who asks a second time is obeyed at once.
  for (const signal of INTERRUPTIONS) process.once(signal, told);
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, told);
  };
}

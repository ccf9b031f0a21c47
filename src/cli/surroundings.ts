/** Where a command runs: everything that it reads and says of the outside is handed in. */
export interface Surroundings {
  /** The package's own folder. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a result; resolves when it is out. */
  print(text: string): Promise<void>;
  /** Says a line to people. */
  say(line: string): void;
}

/** This process: results on stdout and nothing else there, lines for people on stderr (H1). */
export function ofProcess(root: string): Surroundings {
  return {
    root,
    env: process.env,
    // Awaited: a pipe that is ended with the process would cut a long result.
    print: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    say: (line) => void process.stderr.write(`${line}\n`),
  };
}

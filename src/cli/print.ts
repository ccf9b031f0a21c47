/** Writes to stdout, and waits until it is out: a pipe that is ended with the process would cut a long result. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** A line for people, on stderr. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

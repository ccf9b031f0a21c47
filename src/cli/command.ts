import { type Outcome, UsageError } from './outcome';
import type { Surroundings } from './surroundings';

/** One option of a command, as its help lists it. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  readonly value?: string;
  /** A sentence or two: what it does, in which unit, and what goes without it. */
  readonly about: string;
  readonly multiple?: true;
}

export type Options = Readonly<Record<string, Option>>;

/** What was given for the options. Values of options that may come several times are always in `all`. */
export interface Given {
  readonly files: readonly string[];
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
}

export interface Command {
  readonly name: string;
  /** Its arguments besides options, as the help shows them. */
  readonly files: readonly string[];
  /** How many of them must be there; all by default. */
  readonly required?: number;
  readonly about: string;
  readonly options: Options;
  /** Whole command lines after the program's name, which the help shows. */
  readonly examples: readonly string[];
  run(given: Given, around: Surroundings): Promise<Outcome>;
}

export function usage(command: Command, message: string, help = `Usage: ${usageLine(command)}`): UsageError {
  return new UsageError(message, help);
}

function usageLine({ name, files, required, options }: Command): string {
  const shown = files.map((file, index) => (index < (required ?? files.length) ? file : `[${file}]`));
  return ['planloom', name, ...shown, Object.keys(options).length > 0 ? '[options]' : ''].join(' ').trim();
}

/** Where lines of the help end, as far as words let them. */
const WIDTH = 120;

export function helpOf(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { value, about, multiple }]) => [
    `  --${name}${value === undefined ? '' : ` ${value}`}${multiple ? ' …' : ''}`,
    about,
  ]);
  const width = Math.max(0, ...rows.map(([left = '']) => left.length)) + 2;
  const list = rows.flatMap(([left = '', right = '']) =>
    wrapped(right, WIDTH - width).map((line, index) => `${(index === 0 ? left : '').padEnd(width)}${line}`),
  );
  const examples = command.examples.map((example) => `  planloom ${example}`);
  return [
    usageLine(command),
    '',
    command.about,
    ...(list.length > 0 ? ['', ...list] : []),
    ...['', examples.length > 1 ? 'Examples:' : 'Example:', ...examples],
  ].join('\n');
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

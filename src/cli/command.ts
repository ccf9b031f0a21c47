import { parseArgs } from 'node:util';
import { type Outcome, UsageError } from './outcome';
import type { Surroundings } from './surroundings';

/** One option of a command, as its help lists it. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  readonly value?: string;
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
  run(given: Given, around: Surroundings): Promise<Outcome>;
}

/** @throws UsageError when an option is unknown, lacks its value, or a file is missing or too many */
export function readArguments(command: Command, args: readonly string[]): Given {
  const parsed = parse(command, args);
  const files = parsed.positionals;
  const required = command.required ?? command.files.length;
  if (files.length < required) throw usage(command, `${command.files[files.length]} is missing.`);
  if (files.length > command.files.length)
    throw usage(command, `"${files[command.files.length]}" is one argument too many.`);
  const all = (name: string): readonly string[] => {
    const value = parsed.values[name];
    return [value ?? []].flat().filter((one) => typeof one === 'string');
  };
  return { files, all, text: (name) => all(name).at(-1), has: (name) => parsed.values[name] !== undefined };
}

export function usage(command: Command, message: string): UsageError {
  return new UsageError(message, `Usage: ${usageLine(command)}`);
}

export function usageLine({ name, files, required, options }: Command): string {
  const shown = files.map((file, index) => (index < (required ?? files.length) ? file : `[${file}]`));
  return ['planloom', name, ...shown, Object.keys(options).length > 0 ? '[options]' : ''].join(' ').trim();
}

export function helpOf(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { value, about, multiple }]) => [
    `  --${name}${value === undefined ? '' : ` ${value}`}${multiple ? ' …' : ''}`,
    about,
  ]);
  const width = Math.max(0, ...rows.map(([left = '']) => left.length)) + 2;
  const list = rows.map(([left = '', right = '']) => `${left.padEnd(width)}${right}`);
  return [usageLine(command), '', command.about, ...(list.length > 0 ? ['', ...list] : [])].join('\n');
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple ?? false },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw usage(command, cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : 'Wrong arguments.');
  }
}

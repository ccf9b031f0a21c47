import { parseArgs } from 'node:util';
import { nearest } from '#base';
import { type Command, type Given, usage } from './command';
import type { UsageError } from './outcome';

/** An option as it was given. */
interface GivenOption {
  readonly name: string;
  /** As it was written, with its dashes. */
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value came with `=`. */
  readonly inlineValue: boolean | undefined;
}

/**
 * Reads what was given after the name of a command.
 *
 * @param commands all that there are: an option of another one is told as such
 * @throws UsageError when an option is not known here, lacks its value, has one too many or is given twice, or when a
 *   file is missing or too many
 */
export function readArguments(
  command: Command,
  args: readonly string[],
  commands: readonly Command[],
): Given {
  const { tokens, positionals: files } = parse(command, args);
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const value = givenValue(command, token, commands);
    const before = values.get(token.name);
    if (before !== undefined && value !== undefined && command.options[token.name]?.multiple !== true)
      throw usage(
        command,
        `${token.rawName} is given twice, as "${before[0]}" and as "${value}".`,
        'Give it once.',
      );
    values.set(token.name, [...(before ?? []), ...(value === undefined ? [] : [value])]);
  }
  demandFiles(command, files);
  return {
    files,
    all: (name) => values.get(name) ?? [],
    text: (name) => values.get(name)?.at(-1),
    has: (name) => values.has(name),
  };
}

function parse({ options }: Command, args: readonly string[]) {
  const types = Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]));
  // Not strict: what is wrong is said in words of ours, with what to do about it.
  return parseArgs({ args: [...args], options: types, allowPositionals: true, strict: false, tokens: true });
}

/** Undefined for an option that takes none. */
function givenValue(command: Command, token: GivenOption, commands: readonly Command[]): string | undefined {
  const { name, rawName, value } = token;
  const option =
    Object.hasOwn(command.options, name) && rawName === `--${name}` ? command.options[name] : undefined;
  if (option === undefined) throw unknown(command, token, commands);
  if (option.type === 'boolean') {
    if (value === undefined) return undefined;
    throw usage(command, `${rawName} takes no value, and was given "${value}".`, `Write ${rawName} alone.`);
  }
  const isNext = value !== undefined && !token.inlineValue && isOption(command, value);
  if (value !== undefined && !isNext) return value;
  const example = `Write ${rawName} ${option.value ?? 'VALUE'}.`;
  throw usage(
    command,
    isNext ? `${rawName} has no value: ${value} comes next.` : `${rawName} has no value.`,
    example,
  );
}

function isOption({ options }: Command, text: string): boolean {
  return text.startsWith('--') && Object.hasOwn(options, text.slice(2).split('=')[0] ?? '');
}

function unknown(command: Command, { name, rawName }: GivenOption, commands: readonly Command[]): UsageError {
  const own = Object.keys(command.options);
  const others = commands.filter(({ options }) => Object.hasOwn(options, name) && rawName === `--${name}`);
  const message = `"planloom ${command.name}" has no option ${rawName}.`;
  if (others.length > 0)
    return usage(command, message, `It is one of ${others.map((one) => one.name).join(', ')}.`);
  const near = nearest(name, own);
  if (near !== null) return usage(command, message, `Did you mean --${near}?`);
  return usage(
    command,
    message,
    own.length === 0 ? 'It has none.' : `It has ${own.map((one) => `--${one}`).join(', ')}.`,
  );
}

function demandFiles(command: Command, files: readonly string[]): void {
  const required = command.required ?? command.files.length;
  if (files.length < required) throw usage(command, `${command.files[files.length]} is missing.`);
  if (files.length > command.files.length)
    throw usage(command, `"${files[command.files.length]}" is one argument too many.`);
}

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeControls, escapeControlsInJson, nearest } from '#base';
import { readArguments } from './arguments';
import { type Command, helpOf } from './command';
import { capabilities } from './commands/capabilities';
import { compile } from './commands/compile';
import { doctor } from './commands/doctor';
import { evalSuite } from './commands/eval';
import { exportFile } from './commands/export';
import { importFile } from './commands/import';
import { models } from './commands/models';
import { plan } from './commands/plan';
import { records } from './commands/records';
import { replay } from './commands/replay';
import { run } from './commands/run';
import { serve } from './commands/serve';
import { simulate } from './commands/simulate';
import { validate } from './commands/validate';
import { EXIT, type ExitCode, lineOf, type Outcome, Refusal, UsageError, unexpected } from './outcome';
import { ofProcess, type Surroundings } from './surroundings';

export { serveApp } from './serve/serveApp';
export { ofProcess, type Surroundings } from './surroundings';

const COMMANDS: readonly Command[] = [
  validate,
  compile,
  run,
  simulate,
  replay,
  records,
  plan,
  evalSuite,
  importFile,
  exportFile,
  capabilities,
  models,
  doctor,
  serve,
];

/**
 * The command line (H1). Results go to stdout, as JSON or in a text format; everything else goes to stderr.
 *
 * @param args without the program's own name
 * @returns the exit code: 0 done, 1 failed, 2 refused, 3 waiting
 */
export async function main(args: readonly string[], outside: Surroundings): Promise<ExitCode> {
  const around: Surroundings = { ...outside, say: (line) => outside.say(escapeControls(line)) };
  const [name, ...rest] = args[0] === 'help' ? [args[1] ?? '--help', '--help'] : args;
  if (name === undefined || name === '--help' || name === '-h') {
    sayLines(overview(), around);
    return name === undefined ? EXIT.refused : EXIT.done;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) return refused(noCommand(name), around);
  if (rest.includes('--help') || rest.includes('-h')) {
    sayLines(helpOf(command), around);
    return EXIT.done;
  }
  return perform(command, rest, around);
}

async function perform(command: Command, args: readonly string[], around: Surroundings): Promise<ExitCode> {
  try {
    const outcome = await command.run(readArguments(command, args, COMMANDS), around);
    await show(outcome, around);
    return outcome.exit;
  } catch (thrown) {
    const exit = await refused(thrown instanceof Refusal ? thrown : unexpected(thrown), around);
    if (thrown instanceof UsageError) sayLines(`\n${helpOf(command)}`, around);
    return exit;
  }
}

async function show({ result, text, bytes }: Outcome, { print }: Surroundings): Promise<void> {
  if (bytes !== undefined) return print(bytes);
  if (text !== undefined) await print(text);
  else if (result !== undefined) await print(`${escapeControlsInJson(JSON.stringify(result, null, 2))}\n`);
}

/** Our own texts have several lines; a text of a document is never given more than one (case B2). */
function sayLines(text: string, { say }: Surroundings): void {
  for (const line of text.split('\n')) say(line);
}

async function refused({ diagnostics, more, file }: Refusal, around: Surroundings): Promise<ExitCode> {
  for (const diagnostic of diagnostics) around.say(lineOf(diagnostic, file));
  const outcome: Outcome = { exit: EXIT.refused, result: { ok: false, diagnostics, ...more } };
  await show(outcome, around);
  return outcome.exit;
}

function noCommand(given: string): UsageError {
  const names = COMMANDS.map(({ name }) => name);
  const near = nearest(given, names);
  const all = `Choose one of: ${names.join(', ')}.`;
  if (given.startsWith('-')) return new UsageError(`"${given}" is not a command, which comes first.`, all);
  return new UsageError(
    `There is no command "${given}".`,
    near === null ? all : `Did you mean "${near}"? ${all}`,
  );
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
  const list = COMMANDS.map(({ name, about }) => `  ${name.padEnd(width)}${about.split('\n')[0] ?? ''}`);
  return [
    'planloom COMMAND',
    '',
    ...list,
    '',
    '"planloom COMMAND --help" tells more. Results are JSON on stdout, messages go to stderr.',
    'Exit codes: 0 done, 1 failed or cancelled or out of budget, 2 bad input or usage or not trusted, 3 waiting, paused or',
    'uncertain; 130 or 143 where a signal has ended it. FILE is a workspace, LEDGER what --ledger has written.',
  ].join('\n');
}

const self = fileURLToPath(import.meta.url);
// Started as a program, and not by the bin, which has looked for newer sources first.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self)
  process.exit(await main(process.argv.slice(2), ofProcess(dirname(dirname(dirname(self))))));

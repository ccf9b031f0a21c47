import { open, readFile as readDisk, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isJsonObject, type Json, type JsonObject, problem } from '#base';
import { columnsForInput, inputOfFile, takesFile } from '#capabilities';
import { type FileContent, readFile } from '#files';
import { readOloRunInput } from '#formats';
import type { FileDocument, Plan } from '#plan';
import { type Blobs, bytesHash, documentReader, tablesIn } from '#runtime';
import { recogniseFile, refuseLargeFile } from '#share';
import type { Given } from '../command';
import { readJsonArgument, readObjectArgument } from '../host/readFiles';
import { isSameFile } from '../host/sameFile';
import { Refusal, refuse, type UsageError } from '../outcome';

/** What a run is given, and what it says of itself (L8). */
export interface RunInput {
  readonly input: JsonObject;
  readonly labels: { readonly tenantId?: string; readonly sessionId?: string };
  /** What there is to say about it on stderr. */
  readonly said: readonly string[];
}

/**
 * What `--input` gives: the input itself, or a run input of reference 1 (`{inputs, context, routing}`), whose values are
 * read by their types. A plan that declares an input of the name `inputs` is given what stands there.
 *
 * @throws Refusal where a run input cannot be read
 */
export function runInputOf(given: JsonObject, planThatRuns: () => Plan): RunInput {
  const asItIs = { input: given, labels: {}, said: [] };
  if (!isRunInput(given)) return asItIs;
  const plan = planThatRuns();
  if (declares(plan, 'inputs')) return asItIs;
  const { input, labels, pipeline, diagnostics } = readOloRunInput(given);
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Refusal(diagnostics);
  const isOther = pipeline !== null && pipeline !== plan.id && pipeline !== plan.name;
  return {
    input,
    labels,
    said: [
      ...diagnostics.map(({ message, help }) => `${message} ${help}`),
      ...(isOther
        ? [`The run input is for the pipeline "${pipeline}", and "${plan.id}" runs (--plan).`]
        : []),
    ],
  };
}

function isRunInput({ inputs, routing, context }: JsonObject): boolean {
  return Array.isArray(inputs) && (isJsonObject(routing) || isJsonObject(context));
}

function declares({ variables }: Plan, name: string): boolean {
  return variables !== 'open' && variables.some(({ id }) => id === name);
}

/** What a run is given, and the files that parts of it were read from. */
export interface Inputs {
  readonly input: JsonObject;
  readonly inputFiles?: readonly FileDocument[] | undefined;
}

/** A part of `--input`: all of it as an object, or one variable. */
const NAMED = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/;

/** What is said of one input variable. */
interface NamedInput {
  readonly name: string;
  readonly text: string;
}

/** What `--input` says, before its files are read. */
export interface GivenInput {
  readonly values: JsonObject;
  readonly files: readonly NamedInput[];
  /** Of a fork that goes on with the input of another run: the files that this was read from. */
  readonly known?: readonly FileDocument[] | undefined;
}

/**
 * H1 `--input`: an object of values, and single ones as `NAME=JSON` or `NAME=@PATH`. The object and the names together are the
 * input; a name is given once.
 *
 * @returns null where `--input` is not given
 * @throws Refusal `INPUT_INVALID`
 */
export async function readInput(given: Given): Promise<GivenInput | null> {
  const all = given.all('input');
  if (all.length === 0) return null;
  const objects = all.filter((text) => !NAMED.test(text));
  const named = all.flatMap((text): NamedInput[] => {
    const [, name, value] = NAMED.exec(text) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, text: value }];
  });
  if (objects.length > 1)
    throw refuse(
      'INPUT_INVALID',
      '--input is given two objects.',
      'Give one, and single values by their names.',
    );
  const object = objects[0] === undefined ? {} : await readObjectArgument('input', objects[0]);
  const values = new Map<string, Json>(Object.entries(object));
  const seen = new Set(values.keys());
  for (const { name, text } of named) {
    if (seen.has(name)) throw refuse('INPUT_INVALID', `--input gives "${name}" twice.`, 'Give it once.');
    seen.add(name);
    if (!text.startsWith('@')) values.set(name, await readJsonArgument(`input ${name}`, text));
  }
  return { values: Object.fromEntries(values), files: named.filter(({ text }) => text.startsWith('@')) };
}

/**
 * Reads the files that are given as inputs. Their bytes, and tables that are too large for a ledger, lie beside it before
 * the run names them (W8, V6).
 * @throws Refusal that says what does not fit
 */
export async function withFiles(
  { values, files, known = [] }: GivenInput,
  planThatRuns: () => Plan,
  blobs: Blobs,
): Promise<Inputs> {
  const read = new Map<string, Json>();
  const inputFiles = [...known];
  for (const { name, text } of files) {
    const { document, value } = await readInputFile(name, text.slice(1), planThatRuns(), blobs);
    read.set(name, value);
    inputFiles.push(document);
  }
  return {
    input: { ...values, ...Object.fromEntries(read) },
    ...(inputFiles.length === 0 ? {} : { inputFiles }),
  };
}

async function readInputFile(id: string, given: string, plan: Plan, blobs: Blobs) {
  const schema = schemaOf(plan, id);
  if (!takesFile(schema))
    throw refuse('INPUT_INVALID', `--input ${id}: this input takes no file.`, `Give it as JSON: ${id}=12.`);
  const { path, sheet } = await placeOf(given);
  const bytes = await bytesOf(path);
  const name = basename(path);
  const content = await readFile(bytes, { name });
  if (!content.ok) throw new Refusal(content.problem, {}, path);
  const file = { hash: await bytesHash(bytes), bytes: bytes.length, type: '', name };
  const about = { id, name, kind: content.value.type, file, ...columnsForInput(schema) };
  const document = { ...about, ...sheetIn(content.value, sheet, path) };
  const reader = documentReader({ blobs, readFile });
  reader.know(file.hash, content.value);
  const value = await inputOfFile(await reader.read(document), schema, tablesIn(blobs));
  if (!value.ok) throw new Refusal([value.problem]);
  await blobs.write(bytes);
  return { document, value: value.value.value };
}

function schemaOf({ id, variables }: Plan, name: string): JsonObject | undefined {
  if (variables === 'open') return undefined;
  const inputs = variables.filter(({ scope }) => scope === 'IN');
  const variable = inputs.find((one) => one.id === name);
  if (variable !== undefined) return variable.schema;
  const known = inputs.map((one) => one.id).join(', ') || 'none';
  throw refuse('INPUT_INVALID', `"${id}" has no input variable "${name}".`, `Its inputs are: ${known}.`);
}

/** `book.xlsx#Orders` is a sheet, unless a file is called so. */
async function placeOf(
  given: string,
): Promise<{ readonly path: string; readonly sheet: string | undefined }> {
  const at = given.lastIndexOf('#');
  const isFile = await stat(given).then(
    () => true,
    () => false,
  );
  return isFile || at <= 0
    ? { path: given, sheet: undefined }
    : { path: given.slice(0, at), sheet: given.slice(at + 1) };
}

/** Which sheet of a workbook is meant is not guessed: a wrong one gives a wrong answer. */
function sheetIn(content: FileContent, named: string | undefined, path: string): { readonly sheet?: string } {
  if (content.kind === 'text') return {};
  const filled = content.sheets.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  if (named !== undefined && filled.includes(named)) return { sheet: named };
  if (named === undefined && filled.length <= 1) return {};
  throw new Refusal([
    problem(
      'SHEET_UNKNOWN',
      named === undefined ? `"${path}" has ${filled.length} sheets.` : `"${path}" has no sheet "${named}".`,
      `Name one as @${path}#SHEET: ${filled.join(', ') || 'none'}.`,
    ),
  ]);
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  if (path === '-')
    throw refuse('FILE_MISSING', 'Standard input is not read.', 'Write it to a file, and name that.');
  const found = await stat(path).catch(() => null);
  if (found === null) throw refuse('FILE_MISSING', `There is no file "${path}".`, 'Look at the path.');
  if (!found.isFile()) throw refuse('FILE_UNREADABLE', `"${path}" is not a file.`, 'Name a file.');
  const tooLarge = refuseLargeFile(path, found.size);
  if (tooLarge) throw new Refusal([tooLarge]);
  return new Uint8Array(await readDisk(path));
}

/** The ledgers that a run reads and writes. */
interface LedgerPaths {
  /** Where it is written, if anywhere. */
  readonly target: string | undefined;
  readonly resume: string | undefined;
  /** Whether there is a ledger that it takes the place of. */
  readonly replaced: boolean;
}

/**
 * Where the ledger of a run goes. It is never written over another ledger that the run reads, nor over anything that is
 * no ledger, such as the workspace.
 *
 * @throws Refusal `LEDGER_UNWRITABLE`, UsageError when two options name one file
 */
export async function readLedgerPaths(
  given: Given,
  wrong: (message: string, help: string) => UsageError,
): Promise<LedgerPaths> {
  const [ledger, resume] = ['ledger', 'resume'].map((name) => given.text(name));
  const target = ledger ?? resume;
  if (target === undefined) return { target, resume, replaced: false };
  for (const name of ['fork', 'retry', 'of']) {
    const original = given.text(name);
    if (original !== undefined && (await isSameFile(target, original)))
      throw wrong(`--ledger and --${name} are one file.`, 'Name another: the original stays as it is.');
  }
  for (const other of given.all('depends-on'))
    if (await isSameFile(target, other))
      throw wrong(`--depends-on names the ledger of this run, "${other}".`, 'Name that of another run.');
  // Taken up in its own file, whichever way that is written.
  if (resume !== undefined && (await isSameFile(target, resume)))
    return { target: resume, resume, replaced: false };
  return { target, resume, replaced: await holdsLedger(target) };
}

/** How much of a file is looked at. */
const HEAD = 256;

/** @throws Refusal when it holds anything else */
async function holdsLedger(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size === 0) return false;
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (recogniseFile(buffer.toString('utf8', 0, bytesRead)) === 'ledger') return true;
  } finally {
    await file.close();
  }
  throw refuse(
    'LEDGER_UNWRITABLE',
    `"${path}" is there and is not a ledger, so that none is written over it.`,
    'Name another file with --ledger.',
  );
}

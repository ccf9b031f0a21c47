import { readFile, stat } from 'node:fs/promises';
import {
  type Diagnostic,
  hasErrors,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  parseExactJson,
} from '#base';
import { type CapabilityDescriptor, catalogueSchema, read, type Workspace } from '#plan';
import { textOf } from '#share';
import { Refusal, refuse } from '../outcome';
import { archiveAt } from './archives';

/**
 * Reads a text file within the limit of imports, which is looked at before anything is read. What is no UTF-8 is
 * refused, and never read as something that it is not (case A13).
 */
export async function readText(path: string): Promise<string> {
  const size = await sizeOf(path);
  if (size > LIMITS.importBytes)
    throw refuse(
      'FILE_TOO_LARGE',
      `"${path}" has ${size} bytes; at most ${LIMITS.importBytes} are read.`,
      'Split it, or move large documents out of it.',
    );
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  // The mark stays: a ledger that is gone on with is cut by its bytes.
  const text = textOf(path, bytes);
  if (text.ok) return text.value;
  throw new Refusal([text.problem]);
}

/** The text of a workspace or of a ledger: of its file, or of an archive that holds it with its files (S2). */
export async function readPackedText(path: string): Promise<string> {
  return (await archiveAt(path))?.text ?? (await readText(path));
}

/** Reads and validates a workspace (W3). @throws Refusal with all its problems */
export async function readWorkspace(path: string): Promise<Workspace> {
  const outcome = read(await readPackedText(path));
  if (outcome.kind === 'document' && !hasErrors(outcome.diagnostics)) return outcome.workspace;
  throw new Refusal(outcome.diagnostics, {}, path);
}

/** A value given as JSON, or as `@FILE` that holds it. */
export async function readJsonArgument(name: string, given: string): Promise<Json> {
  const text = given.startsWith('@') ? await readText(given.slice(1)) : given;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  if (parsed.ok) return parsed.value;
  throw ofOption(name, [parsed.problem]);
}

/** @param example an object that would do */
export async function readObjectArgument(
  name: string,
  given: string,
  example = '{"question": "How many?"}',
): Promise<JsonObject> {
  const value = await readJsonArgument(name, given);
  if (isJsonObject(value)) return value;
  throw refuse('INPUT_INVALID', `--${name} must be a JSON object.`, `For example --${name} '${example}'.`);
}

/** What is wrong with the value of an option. */
export function ofOption(name: string, problems: readonly Diagnostic[]): Refusal {
  return new Refusal(problems.map((one) => ({ ...one, message: `--${name}: ${one.message}` })));
}

/** A catalogue: a JSON array of `{id, description, input, output}`. */
export async function readCatalogue(path: string): Promise<readonly CapabilityDescriptor[]> {
  const parsed = parseExactJson(await readText(path), LIMITS.jsonDepth);
  if (!parsed.ok) throw new Refusal([parsed.problem], {}, path);
  const catalogue = catalogueSchema.safeParse(parsed.value);
  if (catalogue.success) return eachOnce(catalogue.data, path);
  const [issue] = catalogue.error.issues;
  throw refuse(
    'CATALOGUE_INVALID',
    `"${path}" is not a catalogue: /${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}.`,
    'A catalogue is a JSON array of {"id", "description", "input", "output"}.',
  );
}

/** Two capabilities of one id would leave it to chance which of them is meant (W2). */
function eachOnce(catalogue: readonly CapabilityDescriptor[], path: string): readonly CapabilityDescriptor[] {
  const seen = new Set<string>();
  for (const { id } of catalogue) {
    if (seen.has(id))
      throw refuse('CATALOGUE_INVALID', `"${path}" has two capabilities "${id}".`, 'Give each its own id.');
    seen.add(id);
  }
  return catalogue;
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (found.isFile()) return found.size;
  const kind = found.isDirectory() ? 'a folder' : 'a pipe or a device';
  throw refuse('FILE_UNREADABLE', `"${path}" is ${kind}, and no file.`, 'Name a file.');
}

function unreadable(path: string, cause: unknown): Refusal {
  if (path === '-')
    return refuse('FILE_MISSING', 'Standard input is not read.', 'Write it to a file, and name that.');
  if (path === '') return refuse('FILE_MISSING', 'The name of the file is empty.', 'Name a file.');
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return refuse('FILE_MISSING', `There is no file "${path}".`, 'Look at the path.');
  const reason = code === 'EACCES' || code === 'EPERM' ? 'you may not' : String(code ?? cause);
  return refuse(
    'FILE_UNREADABLE',
    `"${path}" cannot be read: ${reason}.`,
    'Look at the path, and at the rights to read it.',
  );
}

import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Diagnostic, hasErrors, type Json, LIMITS, parseExactJson, type Result } from '#base';
import { readJson, type Workspace } from '#plan';
import { type EvalResults, readResults, readSuite, type Suite } from '#proving';
import { readText, readWorkspace } from '../host/readFiles';
import { replaceFile } from '../host/replaceFile';
import { Refusal, refuse } from '../outcome';

/** A suite as its file says it. */
interface SuiteFile {
  readonly suite: Suite;
  readonly workspace: Workspace | null;
  /** The file of its workspace, named from where the suite lies; undefined where that is in the suite itself. */
  readonly file?: string;
}

/** @throws Refusal with all that is wrong with the suite, or with its workspace */
export async function readSuiteAt(path: string): Promise<SuiteFile> {
  const suite = await readAt(path, readSuite);
  if (suite.workspace === null) return { suite, workspace: null };
  if (typeof suite.workspace === 'string') {
    const file = resolve(dirname(path), suite.workspace);
    return { suite, workspace: await readWorkspace(file), file };
  }
  const outcome = readJson(suite.workspace);
  if (outcome.kind === 'document' && !hasErrors(outcome.diagnostics))
    return { suite, workspace: outcome.workspace };
  throw new Refusal(outcome.diagnostics, {}, path);
}

/** @throws Refusal where the file is no results */
export async function readResultsAt(path: string): Promise<EvalResults> {
  return readAt(path, readResults);
}

/** What an interrupted evaluation has left there; null where there is no such file yet. */
export async function resultsSoFar(path: string | undefined): Promise<EvalResults | null> {
  if (path === undefined || (await stat(path).catch(() => null)) === null) return null;
  return readResultsAt(path);
}

/** @throws Refusal `OUTPUT_UNWRITABLE` */
export async function keepResults(path: string, results: EvalResults): Promise<void> {
  await replaceFile(path, `${JSON.stringify(results, null, 2)}\n`).catch((cause: unknown) => {
    throw refuse(
      'OUTPUT_UNWRITABLE',
      `"${path}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Name a file in a folder that is there and may be written.',
    );
  });
}

async function readAt<Value>(
  path: string,
  reader: (value: Json) => Result<Value, readonly Diagnostic[]>,
): Promise<Value> {
  const parsed = parseExactJson(await readText(path), LIMITS.jsonDepth);
  if (!parsed.ok) throw new Refusal([parsed.problem], {}, path);
  const read = reader(parsed.value);
  if (read.ok) return read.value;
  throw new Refusal(read.problem, {}, path);
}

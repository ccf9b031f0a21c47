import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { type ReadOutcome, read, type Workspace } from '#plan';

/** Fetches text of the app's own files by their path from the app's root. */
type FetchText = (path: string) => Promise<string>;

/** Where the file of a template is, seen from the app's root. */
export function pathOfSample(id: string): string {
  return `samples/${id}.planloom.json`;
}

/** Where the suite is that puts the planners of a template to the proof (H5), seen from the app's root. */
export function pathOfSuite(id: string): string {
  return `samples/${id}.eval.json`;
}

/**
 * Loads a template through the same door as every document (W3).
 *
 * @param fetchText injected, so that the page fetches and tests read files
 * @returns the workspace, or why there is none: `SAMPLE_UNREACHABLE`, or what `read` says
 */
export async function loadSample(
  id: string,
  fetchText: FetchText,
): Promise<Result<Workspace, readonly Diagnostic[]>> {
  const text = await fetched(id, fetchText);
  return text.ok ? workspaceOf(read(text.value)) : text;
}

async function fetched(id: string, fetchText: FetchText): Promise<Result<string, readonly Diagnostic[]>> {
  try {
    return ok(await fetchText(pathOfSample(id)));
  } catch {
    return err([
      problem(
        'SAMPLE_UNREACHABLE',
        `The template "${id}" cannot be loaded.`,
        'Check whether the app is still served, then try again.',
      ),
    ]);
  }
}

function workspaceOf(outcome: ReadOutcome): Result<Workspace, readonly Diagnostic[]> {
  return outcome.kind === 'document' ? ok(outcome.workspace) : err(outcome.diagnostics);
}

import { type Diagnostic, type Hash, hasErrors } from '#base';
import { arrangementOf } from '#editor';
import { type Catalogue, check, type ReadOutcome, read, type Workspace, workspaceHashIn } from '#plan';
import type { GraphBox } from '#projection';
import { catalogueOf } from '#runtime';

/** A text that is kept here, made ready for the editor: all that takes long is done. Plain data. */
export type Prepared =
  | {
      readonly kind: 'document';
      readonly workspace: Workspace;
      /** Of its content in the version of the format in which it is kept: trust binds to it (T1). */
      readonly hash: Hash;
      /** What the rules find in it (E4). */
      readonly diagnostics: readonly Diagnostic[];
      /** Where what is shown first is drawn, by key. */
      readonly boxes: readonly (readonly [string, GraphBox])[];
    }
  | Exclude<ReadOutcome, { readonly kind: 'document' }>;

/**
 * Reads, checks and arranges a stored document: the same on the page and in a worker.
 *
 * @param say hears what is being done
 */
export async function prepare(text: string, say: (doing: string) => void): Promise<Prepared> {
  say('Reading it');
  const outcome = read(text);
  if (outcome.kind === 'readOnly') return outcome;
  if (outcome.kind === 'refused' || hasErrors(outcome.diagnostics))
    return { kind: 'refused', diagnostics: outcome.diagnostics };
  const { workspace, version } = outcome;
  const catalogue = await catalogueFor(workspace);
  say('Checking the rules');
  const diagnostics = check(workspace, catalogue);
  say('Finding places');
  const boxes = [...arrangementOf(workspace, catalogue, diagnostics)];
  return { kind: 'document', workspace, hash: workspaceHashIn(version, workspace), diagnostics, boxes };
}

/** What plans of a workspace may call. */
export async function catalogueFor(workspace: Workspace): Promise<Catalogue> {
  const { builtInCapabilities, withMade } = await import('#capabilities');
  return catalogueOf(workspace, withMade(builtInCapabilities(), workspace));
}

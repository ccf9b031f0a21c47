import type { Hash } from '#base';
import { type Workspace, workspaceHash, write } from '#plan';

/** A document as it is kept. */
export interface Written {
  readonly text: string;
  /** Of what it means: trust binds to it (T1). */
  readonly hash: Hash;
}

export function writtenOf(workspace: Workspace): Written {
  return { text: write(workspace), hash: workspaceHash(workspace) };
}

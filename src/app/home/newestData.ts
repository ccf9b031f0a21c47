import { isJsonObject, LIMITS, parseJson } from '#base';
import { isShippedSample } from '#samples';
import type { Storage } from '#storage';

/** The data that the field of the start page asks. */
export interface NewestData {
  readonly workspace: string;
  /** Its first document. */
  readonly name: string;
}

/** Older workspaces are not looked into: whoever means them opens them. */
const LOOKED_INTO = 5;

/**
 * The workspace that was changed last and has documents to ask; null where there is none. Passed over are templates as they
 * ship, and what came from outside and is not trusted, since nothing of it may run (T1).
 */
export async function newestData({ workspaces }: Storage): Promise<NewestData | null> {
  const known = await workspaces.list();
  const asked = known.filter(({ trusted, hash }) => trusted === hash && !isShippedSample(hash));
  for (const { id } of asked.slice(0, LOOKED_INTO)) {
    const stored = await workspaces.read(id);
    const name = stored === null ? null : firstDocument(stored.text);
    if (name !== null) return { workspace: id, name };
  }
  return null;
}

function firstDocument(workspace: string): string | null {
  const read = parseJson(workspace, LIMITS.jsonDepth);
  if (!read.ok || !isJsonObject(read.value) || !Array.isArray(read.value.documents)) return null;
  const [first] = read.value.documents;
  return isJsonObject(first) ? String(first.name ?? first.id) : null;
}

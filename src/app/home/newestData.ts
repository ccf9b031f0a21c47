import { isJsonObject, type JsonObject, LIMITS, parseJson } from '#base';
import { isShippedSample } from '#samples';
import type { Storage } from '#storage';
import type { AskedPlace } from '../state/slots';

/** The data that the field of the start page asks. Looked for before the first click: so it is apart from what plans a sentence. */
export interface NewestData {
  readonly workspace: string;
  /** Its first document. */
  readonly name: string;
  /** Which model is asked there. */
  readonly place: AskedPlace;
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
  for (const { id, madeHere = false } of asked.slice(0, LOOKED_INTO)) {
    const stored = await workspaces.read(id);
    const read = stored === null ? null : parseJson(stored.text, LIMITS.jsonDepth);
    if (!read?.ok || !isJsonObject(read.value)) continue;
    const name = firstDocument(read.value);
    if (name !== null) return { workspace: id, name, place: { id, madeHere, model: firstModel(read.value) } };
  }
  return null;
}

function firstDocument({ documents }: JsonObject): string | null {
  const first = Array.isArray(documents) ? documents[0] : null;
  return isJsonObject(first) ? String(first.name ?? first.id) : null;
}

function firstModel({ models }: JsonObject): AskedPlace['model'] {
  const first = Array.isArray(models) ? models[0] : null;
  if (!isJsonObject(first)) return null;
  const { name, model, connection } = first;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...{ model: String(model), connection: String(connection) },
  };
}

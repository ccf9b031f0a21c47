import type { ConnectionKindId, ModelConnection } from '../connection';
import type { ConnectionKind } from '../connectionKind';
import { OPENAI_COMPATIBLE } from './openAiCompatible';

/** Every kind of connection that can be made here, in the order in which they are offered; the first is offered first. */
export const CONNECTION_KINDS: readonly [ConnectionKind, ...ConnectionKind[]] = [OPENAI_COMPATIBLE];

/** Null for kinds of the language that this version does not speak. */
export function kindOf(id: ConnectionKindId): ConnectionKind | null {
  return CONNECTION_KINDS.find((kind) => kind.id === id) ?? null;
}

/** The kind of what a slot stands for. */
export function connectionKindOf({ kind }: ModelConnection): ConnectionKind | null {
  return kind === undefined ? OPENAI_COMPATIBLE : kindOf(kind);
}

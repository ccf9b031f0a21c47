import { deflateRawSync } from 'node:zlib';
import type { Json, JsonObject } from '#base';
import { planJson } from '../../test/notation/plan';
import { linkOf } from '../../test/share/links';

/** A workspace around one plan, given as a short text, as a file holds it. */
export function workspaceJson(plan: string, more: JsonObject = {}): JsonObject {
  const rest: JsonObject = { id: 'given', name: 'Given', ...more };
  return { format: 'planloom/workspace', version: 1, plans: [planJson(plan)], ...rest };
}

/** The link around any text, made by Node's own zlib: what another program would hand out. */
export function linkTo(content: Json): string {
  const bytes = Buffer.from(textOf(content));
  return `/${linkOf(deflateRawSync(bytes), bytes.length)}`;
}

/** A file for a file chooser. */
export function fileOf(name: string, content: Json): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(textOf(content)) };
}

/** Texts stay as they are, so that broken JSON can be handed out too. */
function textOf(content: Json): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

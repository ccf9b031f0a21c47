import { isJsonObject } from '#base';
import { toJson, type Workspace, write } from '#plan';

/** A file to hand out: a name, its media type, its text. */
export interface ExportFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** S2: the whole workspace. */
export function workspaceFile(workspace: Workspace): ExportFile {
  const name = fileStem(workspace.name || workspace.id);
  return { name: `${name}.planloom.json`, type: 'application/json', text: write(workspace) };
}

/**
 * S2: one plan alone, as it stands in its workspace; documents and layout stay behind.
 *
 * @returns null when the workspace has no such plan
 */
export function planFile(workspace: Workspace, planId: string): ExportFile | null {
  const { plans } = toJson(workspace);
  const json = Array.isArray(plans)
    ? plans.find((plan) => isJsonObject(plan) && plan.id === planId)
    : undefined;
  if (!isJsonObject(json)) return null;
  const name = typeof json.name === 'string' ? json.name : planId;
  return {
    name: `${fileStem(name)}.plan.json`,
    type: 'application/json',
    text: `${JSON.stringify(json, null, 2)}\n`,
  };
}

/** S2: a ledger, one commit a line. `text` is what `writeLedger` gives. */
export function ledgerFile(runId: string, planName: string, text: string): ExportFile {
  return { name: `${fileStem(planName)}-${fileStem(runId)}.ndjson`, type: 'application/x-ndjson', text };
}

/**
 * A name as a file name that every system takes: letters, digits and hyphens, at most 60 characters, never a
 * reserved name of Windows.
 *
 * @example fileStem('Ask: a table?') // 'ask-a-table'
 */
export function fileStem(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return stem === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(stem) ? 'planloom' : stem;
}

import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { isJsonObject, type Json } from '#base';
import type { Commit } from '#kernel';
import { fileOf } from '../material/workspaces';
import { planloom } from './commandLine';
import type { Planloom } from './planloom';
import { commitsOf } from './runFiles';
import { Sharing } from './sharing';

/** Where a test may put a file of this name. */
type Place = (name: string) => string;
/** The dialog in which a file is brought in. */
type Said = Sharing['import'];

/** Gives the dialog a file, looks at what it says, and opens it: restricted, nothing has run (T1). */
export async function bringIn(
  app: Planloom,
  name: string,
  content: Json,
  format: string,
  look: (said: Said) => Promise<void>,
): Promise<{ sharing: Sharing }> {
  const sharing = new Sharing(app);
  await sharing.give(fileOf(name, content));
  await expect(sharing.import).toContainText(format);
  await look(sharing.import);
  await sharing.import.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.canvas).toBeVisible();
  return { sharing };
}

/** Run and workspace as files, as a person takes them. */
export async function takeAway(app: Planloom, place: Place) {
  const sharing = new Sharing(app);
  const commits = commitsOf(await sharing.download('This run'));
  const text = await sharing.download('Workspace');
  const workspace = place('workspace.planloom.json');
  await writeFile(workspace, text);
  return { commits, workspace, text };
}

/** The same file, imported on the command line. */
export async function importThere(content: Json, from: string, place: Place) {
  const file = place('foreign');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const { code, json, beside } = await planloom(['import', file, '--from', from]);
  expect(code, beside).toBe(0);
  const path = place('imported.planloom.json');
  await writeFile(path, JSON.stringify(json));
  return { path, json };
}

/** Status and outputs of a run on the command line. */
export async function runThere(
  workspace: string,
  ledger: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { json, beside } = await planloom(['run', workspace, '--yes', '--ledger', ledger, ...args], env);
  expect(isJsonObject(json), beside).toBe(true);
  const { status, outputs } = json as { status: Json; outputs: Json };
  return { status, outputs };
}

/** The same of a run of the page. */
export function outcomeOf(commits: readonly Commit[]): { status: string; outputs: unknown } {
  const last = commits.flatMap(({ entries }) => entries).findLast(({ kind }) => kind === 'run.completed');
  if (last?.kind !== 'run.completed') return { status: 'open', outputs: {} };
  return { status: 'completed', outputs: last.data.outputs };
}

/** Addresses of the calls that succeeded, sorted: branches end in any order. */
export function finishedAt(commits: readonly Commit[]): readonly string[] {
  const done = commits.flatMap(({ fact }) =>
    fact.type === 'effect.succeeded' ? [String(fact.address)] : [],
  );
  return done.toSorted();
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { parseJson } from '#base';
import type { Workspace } from '#plan';
import { write } from '#plan';
import { main, type Surroundings } from '../../src/cli/main';
import { plan, workspace } from '../notation/plan';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(ROOT, 'src', 'cli', 'planloom.mjs');

/** What a command came to. `json` is its stdout, which must be one JSON value and nothing else. */
export interface Ran {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results by name, and say with each look what they are.
  readonly json: any;
}

/** A command of the program, in this process: quick, and all that it reads and says is seen. */
export async function planloom(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  more: Partial<Surroundings> = {},
): Promise<Ran & { readonly bytes: Buffer }> {
  const printed: Uint8Array[] = [];
  let stderr = '';
  const exit = await main(args, {
    ...more,
    root: ROOT,
    env,
    print: async (result) => {
      printed.push(Buffer.from(result));
    },
    say: (line) => {
      stderr += `${line}\n`;
    },
  });
  const bytes = Buffer.concat(printed);
  return { ...ran(exit, bytes.toString('utf8'), stderr), bytes };
}

/** The bin as a user starts it: what is stale is built first, quietly. It can be killed, as by a crash. */
export function started(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly ended: Promise<Ran>; readonly child: ChildProcessWithoutNullStreams; kill(): void } {
  const child = spawn(process.execPath, [BIN, ...args], { env: { ...process.env, ...env } });
  return { ended: endOf(child), child, kill: () => void child.kill('SIGKILL') };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (exit) => {
      resolve(ran(exit, stdout, stderr));
    });
  });
}

function ran(exit: number | null, stdout: string, stderr: string): Ran {
  const parsed = parseJson(stdout, 64);
  return { exit, stdout, stderr, json: parsed.ok ? parsed.value : undefined };
}

/** A folder of the test file, gone when it is done. */
export function scratch(): { path(name: string): string; file(name: string, text: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'planloom-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  return {
    path,
    file: (name, text) => {
      writeFileSync(path(name), text);
      return path(name);
    },
  };
}

/** The text of a workspace with one plan in the short notation. */
export function documentOf(text: string, rest: Parameters<typeof workspace>[1] = {}): string {
  return write(workspaceOf(text, rest));
}

export function workspaceOf(text: string, rest: Parameters<typeof workspace>[1] = {}): Workspace {
  return workspace([plan(text)], rest);
}

export function sample(id: string): string {
  return join(ROOT, 'public', 'samples', `${id}.planloom.json`);
}

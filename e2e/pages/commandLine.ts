import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Json } from '#base';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/planloom.js', import.meta.url));

/** What a command came to: its exit code, the JSON on stdout, and what it said beside. */
export interface Said {
  readonly code: number;
  readonly json: Json;
  readonly beside: string;
}

/** Runs `planloom` as a person does in a terminal (H1). */
export function planloom(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Said> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, json: stdout.trim() === '' ? null : JSON.parse(stdout), beside: stderr });
    });
  });
}

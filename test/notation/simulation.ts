import type { Json, JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import type { Commit } from '#kernel';
import { readScript, type Workspace } from '#plan';
import { catalogueOf, type SimulationReport, simulate } from '#runtime';
import { explain, plan, workspace } from './plan';

/** What a simulation came to, its timeline as lines: `10 /look succeeded`. */
export interface Simulated extends Omit<SimulationReport, 'timeline'> {
  readonly lines: readonly string[];
  readonly ledger: readonly Commit[];
}

/**
 * Simulates a plan in the short notation (H4).
 *
 *     const { lines } = await simulated(`look: CAPABILITY echo`, { nodes: { look: [{ afterMs: 10, output: 1 }] } });
 *     // ['0 /look running', '10 /look succeeded']
 *
 * @throws Error with the diagnostics when plan or script are refused
 */
export async function simulated(text: string, script: JsonObject = {}): Promise<Simulated> {
  return simulatedIn(workspace([plan(text)]), script);
}

/** The same for the first plan of a workspace. */
export async function simulatedIn(whole: Workspace, script: JsonObject = {}): Promise<Simulated> {
  const read = readScript(script);
  if (!read.ok) throw new Error(explain(read.problem));
  const made = await simulate({
    workspace: whole,
    plan: whole.plans[0]?.id ?? '',
    script: read.value,
    catalogue: catalogueOf(whole, { catalogue: BUILT_IN_CATALOGUE, find: () => undefined }),
  });
  if (!made.ok) throw new Error(explain(made.problem));
  const { timeline, ...report } = made.value.report;
  const lines = timeline.map(({ atMs, address, status }) => `${atMs} ${address} ${status}`);
  return { ...report, lines, ledger: made.value.commits };
}

/** An outcome that comes after so many milliseconds. */
export function gives(afterMs: number, output: Json = null): JsonObject {
  return { afterMs, output };
}

export function fails(afterMs: number, code = 'DOWN'): JsonObject {
  return { afterMs, error: { code, message: `It said ${code}.` } };
}

/** The lines of a timeline that are about these addresses. */
export function linesOf({ lines }: Simulated, ...addresses: readonly string[]): readonly string[] {
  return lines.filter((line) => addresses.includes(line.split(' ')[1] ?? ''));
}

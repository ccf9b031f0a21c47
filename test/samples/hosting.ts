import { readFileSync } from 'node:fs';
import type { JsonObject } from '#base';
import { builtInCapabilities, describeDocuments, withMade } from '#capabilities';
import { read, type Workspace } from '#plan';
import { project, type RunView } from '#projection';
import {
  type Clock,
  type Host,
  memoryLedger,
  type RunHandle,
  SimulatedClock,
  startRun,
  systemClock,
} from '#runtime';
import { pathOfSample } from '#samples';

/** Milliseconds up to which a wait is over at once. */
const A_MOMENT = 100;

function standingClock(): Clock {
  const clock = new SimulatedClock(0);
  return {
    now: () => clock.now(),
    after: (ms, callback) => (ms <= A_MOMENT ? systemClock.after(0, callback) : clock.after(ms, callback)),
  };
}

/** A host with the built-in capabilities and nothing else: no model, no network, a clock that stands but for moments. */
export function offlineHost(): Host {
  return {
    clock: standingClock(),
    ids: { runId: () => 'run-1' },
    ledger: memoryLedger(),
    capabilities: builtInCapabilities(),
    models: {
      list: [],
      stream: () => {
        throw new Error('a template asked a model');
      },
    },
    describe: describeDocuments,
  };
}

/** The text of a template's file. */
export function sampleText(id: string): string {
  return readFileSync(new URL(`../../public/${pathOfSample(id)}`, import.meta.url), 'utf8');
}

/** A template as a workspace. */
export function sample(id: string): Workspace {
  const outcome = read(sampleText(id));
  if (outcome.kind !== 'document') throw new Error(JSON.stringify(outcome.diagnostics, null, 2));
  return outcome.workspace;
}

/** Runs the first plan of a workspace until nothing moves by itself. */
export async function runToRest(
  workspace: Workspace,
  input: JsonObject = {},
): Promise<{ run: RunHandle; view: RunView }> {
  const [plan] = workspace.plans;
  const host = offlineHost();
  const capabilities = withMade(host.capabilities, workspace);
  const started = startRun({ ...host, capabilities }, { workspace, plan: plan?.id ?? '', input });
  if (!started.ok) throw new Error(JSON.stringify(started.problem, null, 2));
  await started.value.atRest();
  return { run: started.value, view: project(started.value.commits) };
}

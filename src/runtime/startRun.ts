import { type Diagnostic, ok, type Result } from '#base';
import type { Workspace } from '#plan';
import { boundedModels } from './boundedModels';
import { catalogueOf } from './catalogue';
import { waitForRuns } from './dependencies';
import { keepTexts } from './documentsOfRun';
import { Driver } from './driver';
import { firstFact, type StartOptions } from './firstFact';
import { handleOf } from './handle';
import type { Host } from './host';
import { hostNameOf } from './origin';
import type { RunHandle } from './runHandle';

/**
 * Starts a run. Its first commit is on its way when this returns; follow it with `subscribe`, wait with `atRest` or
 * `done`.
 *
 * @returns the handle, or every reason why the plan cannot run: its errors (E4), or an input that it refuses (V1)
 * @example
 * const run = startRun(host, { workspace, plan: 'main', input: { question: 'How many?' } });
 * if (run.ok) await run.value.done;
 */
export function startRun(host: Host, options: StartOptions): Result<RunHandle, readonly Diagnostic[]> {
  const runId = options.runId ?? host.ids.runId();
  const catalogue = catalogueOf(options.workspace, host.capabilities);
  const hosts = hostsBehind(options.workspace, host);
  const started = firstFact({ ...options, runId, hosts }, catalogue);
  if (!started.ok) return started;
  const { documents } = options.workspace;
  const { blobs } = host;
  const driver = new Driver({
    host: boundedHost(host),
    runId,
    documents,
    state: null,
    commits: [],
    reuse: options.reuse,
    keepFirst: async () => {
      if (blobs && started.value.closure.documents) await keepTexts(documents, blobs);
    },
  });
  const handle = handleOf(runId, driver);
  void driver.send(started.value);
  waitForRuns(driver, host, started.value.dependsOn ?? []);
  return ok(handle);
}

/** P13, P15: where calls of the workspace's models go, as far as their slots are filled. */
function hostsBehind({ models }: Workspace, host: Host): { readonly [slot: string]: string } {
  const hosts: Record<string, string> = {};
  for (const { connection } of models) {
    const address = host.addressOf?.(connection) ?? null;
    const name = address === null ? null : hostNameOf(address);
    if (name !== null) hosts[connection] = name;
  }
  return hosts;
}

/** The host with models whose replies end (case E4), for planners and capabilities alike. */
export function boundedHost(host: Host): Host {
  return { ...host, models: boundedModels(host.models, host.clock) };
}

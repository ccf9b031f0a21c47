import type { CapabilityDescriptor, Workspace } from '#plan';
import { type Host, memoryLedger, startRun, systemClock } from '#runtime';
import { type SetAside, spentSince } from '../bench';

const ECHO: CapabilityDescriptor = { id: 'echo', description: '', input: {}, output: {}, effect: 'pure' };

/** A host that answers at once and keeps its ledger in memory. */
function benchHost(): Host {
  return {
    clock: systemClock,
    ids: { runId: () => 'bench' },
    ledger: memoryLedger(),
    capabilities: {
      catalogue: new Map([[ECHO.id, ECHO]]),
      find: () => ({ descriptor: ECHO, isLocal: true, run: async () => null }),
    },
    models: {
      list: [],
      stream: () => {
        throw new Error('no plan of the bench asks a model');
      },
    },
    describe: () => ({}),
  };
}

/**
 * One run of the plan `main` as a user has it, but for the disk: the plan is checked, hashed and compiled, the driver takes each
 * fact, seals and appends each commit, and makes each call.
 *
 * @returns with what it took to the first commit set aside, as `drive` does it
 * @throws when the run is refused, or does not complete
 */
export async function runWhole(workspace: Workspace): Promise<SetAside> {
  const begun = process.cpuUsage();
  const started = startRun(benchHost(), { workspace, plan: 'main', input: {} });
  if (!started.ok) throw new Error(started.problem.map(({ message }) => message).join(' '));
  let setAsideUs = 0;
  const stop = started.value.subscribe(() => {
    setAsideUs = spentSince(begun);
    stop();
  });
  await started.value.done;
  const last = started.value.commits.at(-1);
  if (!last?.entries.some(({ kind }) => kind === 'run.completed'))
    throw new Error('the run did not complete');
  return { setAsideUs };
}

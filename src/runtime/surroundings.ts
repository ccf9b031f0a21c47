import type { Address } from '#base';
import type { Commit, Reuse, RunState } from '#kernel';
import type { WorkspaceDocument } from '#plan';
import type { PlanningSurroundings } from './askPlanner';
import type { Host } from './host';
import { PassedOver } from './passedOver';
import type { Progress } from './ports';
import type { DocumentReader } from './readDocument';
import { openSession } from './sessions/sessions';

/** What a driver is set up with. */
export interface DriverSetup {
  readonly host: Host;
  readonly runId: string;
  readonly documents: readonly WorkspaceDocument[];
  /** The run so far: null and none for a new one. */
  readonly state: RunState | null;
  readonly commits: readonly Commit[];
  /** What a new run is served from (K8). */
  readonly reuse?: Reuse | undefined;
  /**
   * Makes durable what the first commit of a new run names (K3); tried again with the writing of that commit.
   *
   * @throws StorageError
   */
  keepFirst?(): Promise<void>;
}

/** What the effects of one run have around them: its host, its documents, its ledger as it grows. */
export function surroundingsOf(
  { host, runId, documents }: DriverSetup,
  reader: DocumentReader,
  commits: readonly Commit[],
  progress: (address: Address, progress: Progress) => void,
): PlanningSurroundings {
  const { clock, capabilities, models, blobs, sql } = host;
  return {
    ...{ runId, documents, reader, clock, capabilities, models, blobs, sql, commits, progress },
    session: () => openSession(host.sessions, commits),
    passedOver: new PassedOver(),
    describe: async () => host.describe(await Promise.all(documents.map((one) => reader.read(one)))),
  };
}

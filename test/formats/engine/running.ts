import type { Json, JsonObject } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import { type Exported, exportEngine, type ImportOutcome, importEngine } from '#formats';
import { type Commit, fold, runVariables, statusOf } from '#kernel';
import { allNodes, type PlanNode, type Workspace } from '#plan';
import {
  type CallContext,
  type Capabilities,
  type Host,
  type RunHandle,
  type SimulatedClock,
  startRun,
} from '#runtime';
import { hostOf } from '../../runtime/notation';

type Work = (input: JsonObject, context: CallContext) => unknown;

/** A configuration of one pipeline whose capabilities are these groups, in this order. */
export function pipelineOf(root: JsonObject, rest: JsonObject = {}): JsonObject {
  return {
    configVersion: '1.0',
    worker: { queueName: 'q' },
    capabilityOrder: Object.keys(root),
    ...rest,
    pipelines: { default: { root } },
  };
}

export function plugins(...names: readonly string[]): JsonObject[] {
  return names.map((name) => ({ type: 'PLUGIN', name, pluginType: 'ToolPlugin' }));
}

export function sync(...names: readonly string[]): JsonObject {
  return { type: 'GROUP', executionMode: 'SYNC', children: plugins(...names) };
}

export function async(names: readonly string[], rest: JsonObject = {}): JsonObject {
  return { type: 'GROUP', executionMode: 'ASYNC', children: plugins(...names), ...rest };
}

/** What an import made of a configuration; throws where it was refused. */
export function imported(configuration: Json): ImportOutcome & { readonly workspace: Workspace } {
  const outcome = importEngine(configuration);
  const { workspace } = outcome;
  if (workspace === null) throw new Error(JSON.stringify(outcome.diagnostics, null, 1));
  return { ...outcome, workspace };
}

/** What the export of the first plan writes, with the other pipelines of its configuration. */
export function exported(workspace: Workspace): Exported {
  const [plan] = workspace.plans;
  const result = plan === undefined ? null : exportEngine(plan, workspace);
  if (!result?.ok) throw new Error(JSON.stringify(result?.problem));
  return result.value;
}

/** The nodes of the first plan, those inside containers too. */
export function nodesOf({ workspace }: { readonly workspace: Workspace }): readonly PlanNode[] {
  const [plan] = workspace.plans;
  return plan?.kind === 'capability' ? [...allNodes(plan)].map(({ node }) => node) : [];
}

/** Names of what was called, in order. */
export function called({ calls }: { readonly calls: readonly string[] }): readonly string[] {
  return calls.map((call) => call.split(' ')[0] ?? '');
}

/** A run of an imported configuration, as a test looks at it. */
export class ImportedRun {
  readonly calls: string[];
  readonly handle: RunHandle;
  readonly clock: SimulatedClock;

  constructor(
    configuration: Json,
    works: Readonly<Record<string, Work>>,
    input: JsonObject = {},
    over: Partial<Host> = {},
    plan = 'default',
  ) {
    const { workspace, diagnostics } = importEngine(configuration);
    if (workspace === null) throw new Error(JSON.stringify(diagnostics));
    const host = hostOf(works, over);
    const capabilities = withMade(withBuiltIn(host.capabilities), workspace);
    const run = startRun({ ...host, capabilities }, { workspace, plan, input });
    if (!run.ok) throw new Error(JSON.stringify(run.problem));
    this.handle = run.value;
    this.calls = host.calls;
    this.clock = host.clock;
  }

  get commits(): readonly Commit[] {
    return this.handle.commits;
  }

  get variables(): JsonObject {
    const state = fold(this.commits);
    return state.ok ? runVariables(state.value) : {};
  }

  get status(): string {
    const state = fold(this.commits);
    return state.ok ? statusOf(state.value) : 'unreadable';
  }

  /** What the run gave. */
  get outputs(): JsonObject | undefined {
    const ends = this.commits.flatMap(({ entries }) => entries);
    return ends.flatMap((entry) => (entry.kind === 'run.completed' ? [entry.data.outputs] : [])).at(-1);
  }

  /** How the run has ended: completed, failed with a code. */
  get end(): string {
    for (const { entries } of this.commits.toReversed()) {
      for (const entry of entries) {
        if (entry.kind === 'run.failed') return `failed ${entry.data.error.code}`;
        if (entry.kind === 'run.completed') return 'completed';
      }
    }
    return 'open';
  }

  /** Runs to its end. */
  async ended(): Promise<this> {
    await this.handle.done;
    return this;
  }
}

/** What the app has besides: an imported workspace may make its own out of it. */
function withBuiltIn(given: Capabilities): Capabilities {
  const builtIn = builtInCapabilities();
  return { catalogue: given.catalogue, find: (id) => given.find(id) ?? builtIn.find(id) };
}

export async function runOf(
  configuration: Json,
  works: Readonly<Record<string, Work>>,
  input: JsonObject = {},
  over: Partial<Host> = {},
  plan = 'default',
): Promise<ImportedRun> {
  return new ImportedRun(configuration, works, input, over, plan).ended();
}

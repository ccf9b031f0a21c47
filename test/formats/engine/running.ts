import type { Json, JsonObject } from '#base';
import { importEngine } from '#formats';
import { type Commit, fold, runVariables } from '#kernel';
import { type CallContext, type Host, type RunHandle, startRun } from '#runtime';
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

/** A run of an imported configuration, as a test looks at it. */
export class ImportedRun {
  readonly calls: string[];
  readonly handle: RunHandle;

  constructor(
    configuration: Json,
    works: Readonly<Record<string, Work>>,
    input: JsonObject = {},
    over: Partial<Host> = {},
  ) {
    const { workspace, diagnostics } = importEngine(configuration);
    if (workspace === null) throw new Error(JSON.stringify(diagnostics));
    const host = hostOf(works, over);
    const run = startRun(host, { workspace, plan: 'default', input });
    if (!run.ok) throw new Error(JSON.stringify(run.problem));
    this.handle = run.value;
    this.calls = host.calls;
  }

  get commits(): readonly Commit[] {
    return this.handle.commits;
  }

  get variables(): JsonObject {
    const state = fold(this.commits);
    return state.ok ? runVariables(state.value) : {};
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

export async function runOf(
  configuration: Json,
  works: Readonly<Record<string, Work>>,
  input: JsonObject = {},
  over: Partial<Host> = {},
): Promise<ImportedRun> {
  return new ImportedRun(configuration, works, input, over).ended();
}

import {
  canonicalJson,
  type Diagnostic,
  err,
  type Json,
  type JsonObject,
  ok,
  problem,
  type Result,
  warning,
} from '#base';
import { type CapabilityPlan, type Plan, type Workspace, withPlansInside } from '#plan';
import type { Exported } from '../common/codec';
import { Fields, listAt, objectAt, textAt } from '../common/fields';
import { ImportReport } from '../common/report';
import { retryOf, secondsOf } from './defaults';
import { KEYS } from './keys';
import { NotATree } from './tree';
import { writePipeline } from './writePipeline';
import type { Writing } from './writing';

/**
 * Writes a plan, with the plans that it opens, as a pipeline configuration of reference 1; of a workspace that was imported
 * from one, all its plans. Only keys that their loader knows are written; what there is no word for is named.
 *
 * @returns err where a plan is no tree, or is a state machine
 */
export function exportOlo(plan: Plan, workspace: Workspace): Result<Exported, Diagnostic> {
  if (plan.kind !== 'capability') return err(notAPipeline(plan.id));
  const kept = objectAt(workspace.source, 'olo');
  const plans = kept === undefined ? withPlansInside(plan, workspace.plans) : workspace.plans;
  const pipelines = plans.filter((one): one is CapabilityPlan => one.kind === 'capability');
  const leftOut: Diagnostic[] = [];
  try {
    const written = pipelines.map((one) =>
      writePipeline(writingOf(one, workspace, leftOut, kept), one, secondsIn(kept)),
    );
    nameLeft(kept, leftOut);
    const value: JsonObject = {
      version: textAt(kept, 'version') ?? '1.0.0',
      ...fromKept(kept),
      pipelines: Object.fromEntries(written.map((pipeline, index) => [keyOf(pipelines[index]), pipeline])),
    };
    return ok({ value, leftOut });
  } catch (cause) {
    if (cause instanceof NotATree)
      return err({ ...cause.diagnostic, where: { ...cause.diagnostic.where, plan: plan.id } });
    throw cause;
  }
}

function notAPipeline(plan: string): Diagnostic {
  const message = `"${plan}" is a state machine, and a pipeline is a tree of activities.`;
  return problem('NOT_A_PIPELINE', message, 'Export it as a state machine.', { plan });
}

/** The name of the pipeline in the map. */
function keyOf(plan: CapabilityPlan | undefined): string {
  return textAt(objectAt(plan?.source, 'olo'), 'key') ?? plan?.id ?? '';
}

function writingOf(
  plan: CapabilityPlan,
  workspace: Workspace,
  leftOut: Diagnostic[],
  kept: JsonObject | undefined,
): Writing {
  const own = objectAt(plan.source, 'olo');
  return {
    plan: plan.id,
    workspace,
    leftOut,
    names: [textsOf(objectAt(own, 'names'))],
    plugins: textsOf(objectAt(kept, 'plugins')),
    pipelines: new Map(
      workspace.plans.flatMap((one) => (one.kind === 'capability' ? [[one.id, keyOf(one)] as const] : [])),
    ),
    scopeFeatures: listAt(objectAt(own, 'scope'), 'features').flatMap((entry) => featureId(entry)),
    retry: retryIn(kept),
    used: new Set(),
  };
}

function featureId(entry: Json): readonly string[] {
  if (typeof entry === 'string') return [entry];
  const id =
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? (entry as JsonObject).id : null;
  return typeof id === 'string' ? [id] : [];
}

function textsOf(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(object ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

function activityOf(kept: JsonObject | undefined): Fields {
  const defaults = objectAt(kept, 'executionDefaults') ?? {};
  return new Fields(objectAt(defaults, 'activity') ?? {}, '', new ImportReport());
}

function retryIn(kept: JsonObject | undefined): string | null {
  const retry = retryOf(activityOf(kept));
  return retry === null ? null : canonicalJson(retry);
}

function secondsIn(kept: JsonObject | undefined): number {
  return secondsOf(activityOf(kept));
}

function fromKept(kept: JsonObject | undefined): JsonObject {
  const keys = KEYS.root.filter((key) => key !== 'version' && key !== 'pipelines');
  return Object.fromEntries(
    keys.flatMap((key) => (kept?.[key] === undefined ? [] : [[key, kept[key] ?? null]])),
  );
}

const OURS: ReadonlySet<string> = new Set([...KEYS.root, 'plugins', 'executionPlan']);

function nameLeft(kept: JsonObject | undefined, leftOut: Diagnostic[]): void {
  for (const key of Object.keys(kept ?? {})) {
    if (OURS.has(key)) continue;
    leftOut.push(
      warning('LEFT_OUT', `"${key}" is not a key that their loader knows.`, 'It stays under "source".', {
        field: `/source/olo/${key}`,
      }),
    );
  }
}

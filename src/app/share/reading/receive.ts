import { type Diagnostic, hasErrors, LIMITS, mintId, parseJson } from '#base';
import type { FormatId, Kept, Recognised } from '#formats';
import { type Commit, readLedger } from '#kernel';

import { jsonWarnings, type Plan, read, readPlan, type Workspace } from '#plan';
import { project } from '#projection';
import { recogniseFile } from '#share';
import { blankWorkspace } from '../../library/placeWorkspace';

/** What a text turned out to be, read through the doors and changed nowhere yet (W3). */
export type Received =
  | {
      readonly kind: 'workspace';
      readonly workspace: Workspace;
      readonly text: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly kind: 'readOnly';
      readonly name: string;
      readonly text: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'plan'; readonly plan: Plan; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'ledger';
      readonly commits: readonly Commit[];
      readonly text: string;
      readonly name: string;
    }
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      /** As what of another system it was read. */
      readonly format?: FormatId;
    };

/** A file of another system, read as a workspace: what it was, and what has no counterpart here (S3). */
export interface Foreign {
  readonly kind: 'foreign';
  readonly format: FormatId;
  readonly workspace: Workspace;
  readonly diagnostics: readonly Diagnostic[];
  readonly recognised: readonly Recognised[];
  readonly kept: readonly Kept[];
  /** Names that its plans call and nothing here answers to. */
  readonly absent: readonly string[];
}

/** Reads a text of unknown kind. All problems come back; nothing is repaired or dropped silently. */
export function receive(text: string): Received {
  switch (recogniseFile(text)) {
    case 'ledger':
      return receiveLedger(text);
    case 'plan':
      return receivePlan(text);
    default:
      return receiveWorkspace(text);
  }
}

function receiveWorkspace(text: string): Received {
  const outcome = read(text);
  switch (outcome.kind) {
    case 'document':
      return { kind: 'workspace', workspace: outcome.workspace, text, diagnostics: outcome.diagnostics };
    case 'readOnly':
      return outcome;
    case 'refused':
      return outcome;
  }
}

function receivePlan(text: string): Received {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) return { kind: 'refused', diagnostics: [parsed.problem] };
  const plan = readPlan(parsed.value);
  return plan.ok
    ? { kind: 'plan', plan: plan.value, diagnostics: jsonWarnings(text) }
    : { kind: 'refused', diagnostics: plan.problem };
}

function receiveLedger(text: string): Received {
  const ledger = readLedger(text);
  if (!ledger.ok) return { kind: 'refused', diagnostics: ledger.problem };
  const plan = project(ledger.value, 1).started?.closure.plans[0];
  return { kind: 'ledger', commits: ledger.value, text, name: plan?.name ?? plan?.id ?? 'run' };
}

/** A workspace around one imported plan. */
export function workspaceAround(plan: Plan): Workspace {
  return { ...blankWorkspace(), id: plan.id, name: plan.name ?? plan.id, plans: [plan], layout: {} };
}

/** The workspace that a run's own closure holds (K5): what there is to look at beside its ledger. */
export function workspaceOfRun(commits: readonly Commit[]): Workspace | null {
  const { started } = project(commits, 1);
  if (started === null) return null;
  const { plans, prompts, planners, models, policies, features = [] } = started.closure;
  const [main] = plans;
  if (!main) return null;
  return {
    ...workspaceAround(main),
    plans: [...plans],
    prompts: [...prompts],
    planners: [...planners],
    models: [...models],
    policies: [...policies],
    features: [...features],
  };
}

/** The plan under an id that is free in a workspace. */
export function underFreeId(plan: Plan, workspace: Workspace): Plan {
  const taken = new Set(workspace.plans.map(({ id }) => id));
  return taken.has(plan.id) ? { ...plan, id: mintId(plan.id, taken) } : plan;
}

export function isOpenable(received: {
  readonly kind: (Received | Foreign)['kind'];
  readonly diagnostics?: readonly Diagnostic[];
}): boolean {
  const { kind, diagnostics = [] } = received;
  return kind !== 'refused' && (kind === 'readOnly' || !hasErrors(diagnostics));
}

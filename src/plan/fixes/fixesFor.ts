import type { Diagnostic } from '#base';
import { apply } from '../edits/apply';
import { check } from '../rules/check';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { Workspace } from '../schema/workspace';
import { CHOICE_FIXES } from './choiceFixes';
import { FIELD_FIXES } from './fieldFixes';
import type { Alternatives, Fix, Fixer } from './fix';
import { GRAPH_FIXES } from './graphFixes';
import { MACHINE_FIXES } from './machineFixes';
import { NAME_FIXES } from './nameFixes';

const FIXERS: ReadonlyMap<string, Fixer> = new Map(
  [GRAPH_FIXES, FIELD_FIXES, CHOICE_FIXES, NAME_FIXES, MACHINE_FIXES].flatMap((table) =>
    Object.entries(table),
  ),
);

/** The document that has problems, and all of them as `check` found them. */
export interface Checked {
  readonly workspace: Workspace;
  readonly catalogue: Catalogue;
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether there may be a fix: asked before the work of `fixesFor`. */
export function mayBeFixed({ code, where }: Diagnostic): boolean {
  return where.plan !== undefined && FIXERS.has(code);
}

/**
 * The fixes of a problem, in the order in which they are offered (E4). Each is tried before, and null where it does not remove the
 * problem, or adds one. That checks the whole document, so each is a step of its own, and callers ask for what is looked at.
 *
 * @param checked the document as it is now, with what `check` says of it
 */
export function* fixesFor(diagnostic: Diagnostic, checked: Checked): Generator<Fix | null> {
  const { workspace, catalogue, diagnostics } = checked;
  const plan = workspace.plans.find(({ id }) => id === diagnostic.where.plan);
  const fixer = FIXERS.get(diagnostic.code);
  if (plan === undefined || fixer === undefined) return;
  const before = counted(diagnostics);
  const holds = ({ edit }: Fix): boolean => {
    const done = apply(workspace, edit);
    return done.ok && isBetter(diagnostic, before, counted(check(done.value.workspace, catalogue)));
  };
  for (const alternatives of fixer({ diagnostic, plan, workspace, catalogue })) {
    yield* firstThat(holds, alternatives);
  }
}

function* firstThat(holds: (fix: Fix) => boolean, alternatives: Alternatives): Generator<Fix | null> {
  for (const fix of alternatives) {
    const isFound = holds(fix);
    yield isFound ? fix : null;
    if (isFound) return;
  }
}

type Counted = ReadonlyMap<string, number>;

function isBetter(diagnostic: Diagnostic, before: Counted, after: Counted): boolean {
  const key = problemKey(diagnostic);
  if ((after.get(key) ?? 0) >= (before.get(key) ?? 0)) return false;
  return [...after].every(([one, count]) => count <= (before.get(one) ?? 0));
}

/** What stays the same of a problem when something before it in a list is removed: fields count from the first. */
export function problemKey({ code, message, where: { plan, node, edge } }: Diagnostic): string {
  return JSON.stringify([code, plan, node, edge, message]);
}

function counted(diagnostics: readonly Diagnostic[]): Counted {
  const counts = new Map<string, number>();
  for (const one of diagnostics) {
    const key = problemKey(one);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

import { isJsonObject, type Json, type JsonObject, PersistentArray } from '#base';
import type { BranchesScope, CompiledScope } from '../scope';
import { type BranchCounts, countsAtFirst } from './branchCounts';
import { machineFor } from './machines';
import type { MachinePosition } from './position';

/** A position as JSON (K1): the state's name, and the counters that have changed since the scope opened. */
export function persistPosition(at: MachinePosition): Json {
  const { snapshot, segment, branches } = at;
  const { counts } = snapshot.context;
  const value = String(snapshot.value);
  if (counts) {
    const { open, taken, busy, ended } = counts;
    return { segment, value, counts: { open: open.toArray(), taken: taken.toArray(), busy, ended } };
  }
  if (branches === null) return { segment, value };
  const { opened, ok, bad, skipped } = branches;
  return { segment, value, branches: { opened, ok, bad, skipped } };
}

/** The inverse of `persistPosition`, for the same scope. Nothing is started. */
export function restorePosition(scope: CompiledScope, json: Json): MachinePosition {
  const saved = isJsonObject(json) ? json : {};
  const segment = Number(saved.segment ?? 0);
  const machine = machineFor(scope, segment);
  const { context } = machine.opened.snapshot;
  const snapshot = machine.logic.resolveState({
    value: String(saved.value),
    context: { ...context, ...savedCounts(saved) },
  });
  const branches = scope.shape === 'branches' ? savedBranches(scope, saved) : null;
  return { machine, segment, snapshot, branches };
}

function savedBranches(scope: BranchesScope, saved: JsonObject): BranchCounts {
  const { opened, ok, bad, skipped } = isJsonObject(saved.branches) ? saved.branches : {};
  return {
    ...countsAtFirst(scope),
    ...{
      opened: Number(opened ?? 0),
      ok: Number(ok ?? 0),
      bad: Number(bad ?? 0),
      skipped: Number(skipped ?? 0),
    },
  };
}

function savedCounts(saved: JsonObject): object {
  if (!isJsonObject(saved.counts)) return {};
  const { open, taken, busy, ended } = saved.counts;
  return { counts: { open: numbers(open), taken: numbers(taken), busy, ended } };
}

function numbers(json: Json | undefined): PersistentArray {
  return PersistentArray.from(Array.isArray(json) ? json.map(Number) : []);
}

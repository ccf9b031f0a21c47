import { mintId } from '#base';
import type { PlanNode } from '../nodes/node';

/** What every node may have besides what makes it what it is (L2), without what the builder gives it. */
type NodeFields = Omit<Extract<PlanNode, { type: 'CAPABILITY' }>, 'type' | 'params' | 'id'>;

/** One call of a capability; `id` is minted where it is left out (W2). */
export interface StepSpec extends NodeFields {
  readonly id?: string;
  readonly capability: string;
}

type GroupParams = Omit<Extract<PlanNode, { type: 'GROUP' }>['params'], 'mode'>;

/** One group of an ordered plan (reference 2): steps, in order or at the same time, and what becomes of their ends. */
export interface GroupSpec extends NodeFields, GroupParams {
  readonly id?: string;
  /** SYNC by default. */
  readonly mode?: 'SYNC' | 'ASYNC';
  /** Capabilities by their ids, or whole steps. */
  readonly steps: readonly (string | StepSpec)[];
  /** The groups that it follows, by their place in the list, from 0. Without it: the group before. */
  readonly dependsOn?: readonly number[];
}

/** A group as a node: a SYNC group of one step without a field of its own is that step. */
export function nodeOfGroup(group: Omit<GroupSpec, 'dependsOn'>, taken: Set<string>): PlanNode {
  const { id, mode = 'SYNC', steps, completion, rest, merge, maxConcurrency, ...fields } = group;
  const [only, ...others] = steps.map(specOf);
  if (only !== undefined && others.length === 0 && mode === 'SYNC') {
    const step = id === undefined ? only : { ...only, id };
    return nodeOfStep({ ...fields, ...step }, taken);
  }
  const own = claim(id ?? mintId('group', taken), taken);
  const nodes = steps.map((step) => nodeOfStep(specOf(step), taken));
  return {
    id: own,
    type: 'GROUP',
    ...fields,
    params: { mode, completion, rest, merge, maxConcurrency },
    body: { nodes, edges: [] },
  };
}

/** A step as a CAPABILITY. */
export function nodeOfStep({ id, capability, ...fields }: StepSpec, taken: Set<string>): PlanNode {
  const own = claim(id ?? mintId('capability', taken), taken);
  return { id: own, type: 'CAPABILITY', ...fields, params: { capability } };
}

function specOf(step: string | StepSpec): StepSpec {
  return typeof step === 'string' ? { capability: step } : step;
}

function claim(id: string, taken: Set<string>): string {
  taken.add(id);
  return id;
}

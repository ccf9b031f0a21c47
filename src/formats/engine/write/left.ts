import { type Diagnostic, isJsonObject, type JsonObject, own, warning } from '#base';
import type { PlanNode } from '#plan';
import { theirsOf } from '../../common/besideOurs';
import { OURS } from '../words';

/** What a plan says and the format has no word for: everything is named once (S3). */
export class LeftOut {
  readonly all: Diagnostic[] = [];
  readonly #plan: string;

  constructor(plan: string) {
    this.#plan = plan;
  }

  add(node: string | null, field: string, message: string): void {
    const where = { plan: this.#plan, ...(node === null ? {} : { node }), field };
    this.all.push(
      warning('LEFT_OUT', message, 'It stays in the workspace; the file is written without it.', where),
    );
  }

  /** Fields of a node that are set, and have no counterpart. */
  fields(node: PlanNode, known: readonly (keyof PlanNode)[]): void {
    for (const field of FIELDS) {
      const value = node[field];
      if (value === undefined || known.includes(field)) continue;
      if (field === 'onError' && value === 'fail') continue;
      this.add(node.id, `/${field}`, `An engine configuration has no word for "${field}" of "${node.id}".`);
    }
  }

  params(node: PlanNode, names: readonly string[]): void {
    const params = (node.params ?? {}) as JsonObject;
    for (const name of names)
      if (own(params, name) !== undefined)
        this.add(
          node.id,
          `/params/${name}`,
          `An engine configuration has no word for "${name}" of "${node.id}".`,
        );
  }
}

const FIELDS = [
  'input',
  'output',
  'timeoutMs',
  'retry',
  'onError',
  'features',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
] as const satisfies readonly (keyof PlanNode)[];

/** What an import kept of theirs with a node, a plan or a workspace. */
export function engineOf(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  const kept = thing.source === undefined ? undefined : own(thing.source, 'engine');
  return isJsonObject(kept) ? kept : {};
}

/** The same without what only this house wrote there. */
export function theirs(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  return theirsOf(engineOf(thing), OURS);
}

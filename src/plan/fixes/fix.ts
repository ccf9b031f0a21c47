import type { Diagnostic } from '#base';
import type { Edit } from '../edits/edit';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';

/** A way to remove a problem: what its button says, and the one edit that does it. */
export interface Fix {
  readonly label: string;
  readonly edit: Edit;
}

/** A problem, and the document that has it. */
export interface Faulty {
  readonly diagnostic: Diagnostic;
  /** The plan that it is in. */
  readonly plan: Plan;
  readonly workspace: Workspace;
  readonly catalogue: Catalogue;
}

/** Fixes of one intention, the best first: the first that holds is offered. */
export type Alternatives = readonly Fix[];

/** Proposes fixes for the problems of one code. It may propose too much: `fixesFor` offers only what holds. */
export type Fixer = (faulty: Faulty) => readonly Alternatives[];

/** Several edits as the one edit of a fix. */
export function fixOf(label: string, ...edits: readonly Edit[]): Fix {
  const [only] = edits;
  return { label, edit: edits.length === 1 && only ? only : { edit: 'batch', label, edits } };
}

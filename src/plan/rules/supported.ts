import type { NodeTypeName } from '../nodes/node';

/*
 * What of the language this version does not run. A document may say it; then `check` says plainly that it is not run
 * yet (NOT_SUPPORTED). Later work takes lines out of here.
 */

/** Of a type: `fields` that are not run at all, and the `choices` of others that are not. */
interface NotRunYet {
  readonly fields: ReadonlySet<string>;
  readonly choices: Readonly<Record<string, ReadonlySet<string>>>;
}

const ALL_IS_RUN: NotRunYet = { fields: new Set(), choices: {} };

const NOT_RUN_YET: Readonly<Partial<Record<NodeTypeName, NotRunYet>>> = {
  // Written down so that the document says what is wrong with it (L9).
  ITERATOR: { fields: new Set(), choices: { merge: new Set(['PREFIX_BY_ACTIVITY']) } },
};

/** What the form of a type's parameters leaves out: fields and choices that would only be refused. */
export function notRunYet(type: NodeTypeName): NotRunYet {
  return NOT_RUN_YET[type] ?? ALL_IS_RUN;
}

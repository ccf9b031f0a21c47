/** The names under which an import keeps with a plan what only an export has to know. */
export const OURS: ReadonlySet<string> = new Set(['form', 'reasoning']);

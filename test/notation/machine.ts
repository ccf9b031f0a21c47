import { readPlan, type StateMachinePlan } from '#plan';

type Shape = Omit<Partial<StateMachinePlan>, 'variables' | 'states'> & {
  /** `in n`, `out answer`, `var count = 0`. */
  readonly variables?: readonly string[];
  readonly states: readonly object[];
};

/** A machine for tests, read as a document is: what a test may write is what an author may write. */
export function machine(shape: Shape, id = 'flow'): StateMachinePlan {
  const { variables = [], ...rest } = shape;
  const plan = { id, kind: 'state-machine', variables: variables.map(variableOf), ...rest };
  const read = readPlan(JSON.parse(JSON.stringify(plan)));
  if (!read.ok) throw new Error(JSON.stringify(read.problem, null, 2));
  if (read.value.kind !== 'state-machine') throw new Error('no machine');
  return read.value;
}

function variableOf(text: string): object {
  const [, scope = '', id = '', value] = /^(in|out|var) (\w+)(?: = (.*))?$/.exec(text) ?? [];
  const scopes: Readonly<Record<string, string>> = { in: 'IN', out: 'OUT', var: 'INTERNAL' };
  return { id, scope: scopes[scope], ...(value === undefined ? {} : { default: JSON.parse(value) }) };
}

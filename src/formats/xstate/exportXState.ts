import { err, type JsonObject, ok, own, problem } from '#base';
import type { StateMachinePlan, Variable } from '#plan';
import type { Exporter } from '../common/codec';
import { sharedConfig, withKept } from './exportState';
import { Writing } from './writing';

/**
 * Writes a state machine plan as the XState v5 configuration that its author would have written (M6): bare event
 * types, targets spelled as they were where they came from XState, all shorthands expanded. Conditions and values that
 * are expressions stand in it by the marks of the dialect (`formats/xstate/README.md`).
 */
export const exportXState: Exporter = (plan) => {
  if (plan.kind !== 'state-machine')
    return err(
      problem(
        'EXPORT_KIND',
        `"${plan.id}" is a capability plan; XState's format holds state machines.`,
        'Use compile --to xstate for the machines that it is compiled to, or export --to xstate-ts.',
        { plan: plan.id },
      ),
    );
  const writing = new Writing(plan);
  const value = machineConfig(writing);
  return ok({ value, leftOut: writing.leftOut });
};

function machineConfig(writing: Writing): JsonObject {
  const { plan, kept, tree } = writing;
  nameLeftOut(writing);
  const context = contextConfig(writing);
  const type = plan.type ?? own(kept, 'type');
  return {
    ...(own(kept, 'id') === null ? {} : { id: tree.root.id }),
    ...(type === undefined ? {} : { type }),
    ...(plan.description === undefined ? {} : { description: plan.description }),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...sharedConfig(writing, tree.root, plan),
    ...withKept(kept),
  };
}

function contextConfig(writing: Writing): JsonObject {
  const undeclared = own(writing.kept, 'undeclared');
  const names: readonly unknown[] = Array.isArray(undeclared) ? undeclared : [];
  const members = writing.plan.variables
    .filter(({ id }) => !names.includes(id))
    .map((variable) => [writing.variable(variable.id), initialOf(writing, variable)] as const);
  return Object.fromEntries(members);
}

function initialOf(writing: Writing, { id, scope, default: value }: Variable) {
  if (scope === 'IN')
    return { $input: writing.variable(id), ...(value === undefined ? {} : { $default: value }) };
  return value ?? null;
}

function nameLeftOut(writing: Writing): void {
  const { plan } = writing;
  const fields: readonly (readonly [keyof StateMachinePlan, string])[] = [
    ['name', 'the name of a plan'],
    ['result', 'the outputs of a plan'],
    ['onGoal', 'the goal that starts a plan (M3)'],
    ['onTransition', 'a capability called for each transition (M3)'],
    ['responders', 'responders (M2)'],
    ['guards', 'what a named guard stands for'],
    ['delays', 'what a named delay stands for'],
  ];
  for (const [field, what] of fields) if (plan[field] !== undefined) writing.leave(what, field, null);
  for (const { id, schema, scope } of plan.variables)
    if ((schema !== undefined && Object.keys(schema).length > 0) || scope === 'OUT')
      writing.leave(`schema and scope of the variable "${id}"`, `variables.${id}`, null);
}

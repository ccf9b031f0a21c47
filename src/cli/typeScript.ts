import { compile, toTypeScript } from '#compile';
import { type Plan, planHash, type Workspace } from '#plan';
import { EXIT, lineOf, type Outcome, Refusal, refuse } from './outcome';

/**
 * C3: a plan as a TypeScript module, printed as it is; what the module does not hold is said.
 *
 * @throws Refusal when the plan cannot be compiled
 */
export function typeScriptOf(plan: Plan, workspace: Workspace, say: (line: string) => void): Outcome {
  if (plan.kind !== 'capability')
    throw refuse(
      'FORMAT_UNAVAILABLE',
      `"${plan.id}" is a state machine, which is not written as TypeScript yet.`,
      'Export it as xstate: its configuration is what createMachine takes.',
    );
  const compiled = compile(plan, planHash(plan, workspace));
  if (!compiled.ok) throw new Refusal(compiled.problem);
  const { text, leftOut } = toTypeScript(plan, workspace);
  for (const one of leftOut) say(lineOf(one));
  return { exit: EXIT.done, text: text.endsWith('\n') ? text : `${text}\n` };
}

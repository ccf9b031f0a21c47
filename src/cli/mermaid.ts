import { compile, compileMachine, machineToMermaid, toMermaid } from '#compile';
import { type Plan, planHash, type Workspace } from '#plan';
import { Refusal } from './outcome';

/**
 * The machines of a plan, or the state machine itself, as Mermaid text (C3).
 *
 * @throws Refusal with what keeps the plan from being compiled
 */
export function mermaidOf(plan: Plan, workspace: Workspace): string {
  if (plan.kind === 'state-machine') {
    const machine = compileMachine(plan);
    if (!machine.ok) throw new Refusal(machine.problem);
    return machineToMermaid(plan);
  }
  const compiled = compile(plan, planHash(plan, workspace));
  if (!compiled.ok) throw new Refusal(compiled.problem);
  const text = toMermaid(compiled.value);
  return text.endsWith('\n') ? text : `${text}\n`;
}

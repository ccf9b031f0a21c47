import type { Diagnostic } from '#base';
import { compile, toTypeScript } from '#compile';
import { exportMachineModule } from '#formats';
import { type Plan, planHash, type Workspace } from '#plan';
import { EXIT, lineOf, type Outcome, Refusal } from './outcome';

/**
 * C3: a plan or a machine as a TypeScript module, printed as it is; what the module does not hold is said.
 *
 * @throws Refusal when there is no module of it
 */
export async function typeScriptOf(
  plan: Plan,
  workspace: Workspace,
  say: (line: string) => void,
): Promise<Outcome> {
  const { text, leftOut } = await moduleOf(plan, workspace);
  for (const one of leftOut) say(lineOf(one));
  return { exit: EXIT.done, text: text.endsWith('\n') ? text : `${text}\n` };
}

interface Module {
  readonly text: string;
  readonly leftOut: readonly Diagnostic[];
}

async function moduleOf(plan: Plan, workspace: Workspace): Promise<Module> {
  if (plan.kind === 'state-machine') {
    const written = exportMachineModule(plan, workspace);
    if (written.ok) return written.value;
    throw new Refusal([written.problem]);
  }
  const compiled = compile(plan, planHash(plan, workspace));
  if (!compiled.ok) throw new Refusal(compiled.problem);
  return toTypeScript(plan, workspace);
}

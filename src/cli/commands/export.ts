import type { Plan, Workspace } from '#plan';
import { planFile, scanSecrets, workspaceFile } from '#share';
import { type Command, usage } from '../command';
import { WRITABLE, writerOf } from '../formats';
import { secretsFrom } from '../host/connections';
import { readWorkspace } from '../host/readFiles';
import { mermaidOf } from '../mermaid';
import { EXIT, lineOf, Refusal, refuse } from '../outcome';
import { typeScriptOf } from '../typeScript';

const OURS = ['workspace', 'plan'] as const;
const FORMATS: readonly string[] = [...OURS, ...WRITABLE, 'xstate-ts', 'mermaid'];
/** Words of the language for what this version does not write. */
const LATER: ReadonlySet<string> = new Set(['ledger', 'svg', 'png']);

export const exportFile: Command = {
  name: 'export',
  files: ['FILE'],
  about:
    'Prints a plan of a workspace in the format of another system. What that format has no words for is named on stderr.',
  options: {
    plan: { type: 'string', value: 'ID', about: 'the plan; the first by default' },
    to: { type: 'string', value: 'FORMAT', about: FORMATS.join(', ') },
  },
  run: async (given, { env, say }) => {
    const format = given.text('to');
    if (format === undefined)
      throw usage(exportFile, `--to is missing: choose one of ${FORMATS.join(', ')}.`);
    if (LATER.has(format))
      throw refuse(
        'FORMAT_UNAVAILABLE',
        `"${format}" cannot be written here yet.`,
        `Choose one of ${FORMATS.join(', ')}.`,
      );
    if (!FORMATS.includes(format))
      throw usage(exportFile, `"${format}" is no format of --to: choose one of ${FORMATS.join(', ')}.`);
    const workspace = await readWorkspace(given.files[0] ?? '');
    const text = await written(format, workspace, given.text('plan'), say);
    demandNoSecrets(text, secretsFrom(env));
    return { exit: EXIT.done, text };
  },
};

/** The text of the file; what the format has no words for is said. */
async function written(
  format: string,
  workspace: Workspace,
  id: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  if (format === 'workspace') return workspaceFile(workspace).text;
  const plan = planNamed(workspace, id);
  if (format === 'plan') return planFile(workspace, plan.id)?.text ?? '';
  if (format === 'mermaid') return mermaidOf(plan, workspace);
  if (format === 'xstate-ts') return (await typeScriptOf(plan, workspace, say)).text ?? '';
  const exported = writerOf(format)?.(plan, workspace);
  if (exported === undefined) throw usage(exportFile, `"${format}" is no format of --to.`);
  if (!exported.ok) throw new Refusal([exported.problem]);
  for (const one of exported.value.leftOut) say(lineOf(one));
  return `${JSON.stringify(exported.value.value, null, 2)}\n`;
}

/** A state machine or a capability plan, by its id; without one the first (H1). */
function planNamed({ plans }: Workspace, id: string | undefined): Plan {
  const plan = id === undefined ? plans[0] : plans.find((one) => one.id === id);
  if (plan !== undefined) return plan;
  const ids = plans.map((one) => one.id).join(', ') || 'none';
  throw refuse(
    'PLAN_UNKNOWN',
    id === undefined ? 'There is no plan.' : `There is no plan "${id}".`,
    `Plans of this workspace: ${ids}.`,
  );
}

/** S4: an export holds no secret by design, and is looked through before it leaves. */
function demandNoSecrets(text: string, secrets: readonly string[]): void {
  const [found] = scanSecrets(text, secrets).filter(({ kind }) => kind === 'known');
  if (found !== undefined)
    throw refuse(
      'SECRET_FOUND',
      `The export would hold a key of a connection, at ${found.path}.`,
      'Take it out of the workspace.',
    );
}

import { type LedgerDetail, readLedger, reduceLedger, writeLedger } from '#kernel';
import type { Workspace } from '#plan';
import { planFile, scanSecrets, svgPicture, workspaceFile } from '#share';
import { type Command, usage } from '../command';
import { WRITABLE, writerOf } from '../formats';
import { choosePlan } from '../host/choosePlan';
import { secretsFrom } from '../host/connections';
import { readText, readWorkspace } from '../host/readFiles';
import { mermaidOf } from '../mermaid';
import { EXIT, lineOf, Refusal, refuse } from '../outcome';
import { typeScriptOf } from '../typeScript';

const DETAILS: readonly LedgerDetail[] = ['plan', 'outputs', 'full'];
const OURS = ['workspace', 'plan'] as const;
const FORMATS: readonly string[] = [...OURS, 'ledger', ...WRITABLE, 'xstate-ts', 'mermaid', 'svg'];

export const exportFile: Command = {
  name: 'export',
  files: ['FILE'],
  about:
    'Prints a plan of a workspace in another format, or a ledger with less in it. What a format has no words for is named on\nstderr. A picture (svg) holds the whole workspace: dropping it on the app opens that.',
  options: {
    plan: { type: 'string', value: 'ID', about: 'The plan, by its id; the first of FILE by default.' },
    to: { type: 'string', value: 'FORMAT', about: `The format: ${FORMATS.join(', ')}.` },
    detail: {
      type: 'string',
      value: DETAILS.join('|'),
      about: 'With --to ledger, where FILE is a ledger: how much of the run it tells; full by default.',
    },
  },
  examples: [
    'export plan.planloom.json --to svg > plan.svg',
    'export plan.planloom.json --plan main --to engine',
    'export run.ndjson --to ledger --detail outputs',
  ],
  run: async (given, { env, say }) => {
    const format = given.text('to');
    if (format === undefined)
      throw usage(exportFile, `--to is missing: choose one of ${FORMATS.join(', ')}.`);
    if (format === 'png')
      throw refuse(
        'FORMAT_UNAVAILABLE',
        'A PNG is painted by a browser, and there is none here.',
        'Use --to svg, which opens anywhere and holds the workspace too, or Export in the app.',
      );
    if (!FORMATS.includes(format))
      throw usage(exportFile, `"${format}" is no format of --to: choose one of ${FORMATS.join(', ')}.`);
    const detail = given.text('detail');
    if (detail !== undefined && format !== 'ledger')
      throw usage(exportFile, '--detail is for --to ledger: other formats hold no run.');
    if (given.has('plan') && format === 'ledger')
      throw usage(exportFile, '--plan is for workspaces: a ledger holds one plan.', 'Leave it out.');
    const file = given.files[0] ?? '';
    if (format === 'ledger') {
      const text = await ledgerOf(file, readDetail(detail));
      demandNoSecrets(text, secretsFrom(env));
      return { exit: EXIT.done, text };
    }
    const workspace = await readWorkspace(file);
    const text = await written(format, workspace, given.text('plan'), say);
    demandNoSecrets(text, secretsFrom(env));
    // Signs of XML stand otherwise in a picture: what is inside is looked through as it is written, too (S4).
    if (format === 'svg') demandNoSecrets(workspaceFile(workspace).text, secretsFrom(env));
    return { exit: EXIT.done, text };
  },
};

function readDetail(given: string = 'full'): LedgerDetail {
  const detail = DETAILS.find((one) => one === given);
  if (detail !== undefined) return detail;
  throw usage(exportFile, `--detail takes one of ${DETAILS.join(', ')}, not "${given}".`);
}

/** S2: a ledger as it is, or with less in it, sealed anew. @throws Refusal when it is none */
async function ledgerOf(file: string, detail: LedgerDetail): Promise<string> {
  const ledger = readLedger(await readText(file));
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, file);
  return writeLedger(detail === 'full' ? ledger.value : reduceLedger(ledger.value, detail));
}

/** The text of the file; what the format has no words for is said. */
async function written(
  format: string,
  workspace: Workspace,
  id: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  if (format === 'workspace' && id === undefined) return workspaceFile(workspace).text;
  const plan = choosePlan(workspace, id);
  if (format === 'workspace') return workspaceFile(workspace).text;
  if (format === 'plan') return planFile(workspace, plan.id)?.text ?? '';
  if (format === 'svg') return svgPicture(plan, workspace).text;
  if (format === 'mermaid') return mermaidOf(plan, workspace);
  if (format === 'xstate-ts') return (await typeScriptOf(plan, workspace, say)).text ?? '';
  const exported = writerOf(format)?.(plan, workspace);
  if (exported === undefined) throw usage(exportFile, `"${format}" is no format of --to.`);
  if (!exported.ok) throw new Refusal([exported.problem]);
  for (const one of exported.value.leftOut) say(lineOf(one));
  return `${JSON.stringify(exported.value.value, null, 2)}\n`;
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

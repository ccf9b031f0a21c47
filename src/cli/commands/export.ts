import { rm, writeFile } from 'node:fs/promises';
import { own } from '#base';
import { FORMAT_IDS } from '#formats';
import type { LedgerDetail } from '#kernel';
import type { Theme } from '#picture';
import { scanSecrets } from '#share';
import { type Command, type Given, usage } from '../command';
import { archiveOf, fileOf, ledgerOf, type MadeFile } from '../export/files';
import { secretsFrom } from '../host/connections';
import { readWorkspace } from '../host/readFiles';
import { replaceFile } from '../host/replaceFile';
import { isSameFile } from '../host/sameFile';
import { done, EXIT, type Outcome, type Refusal, refuse } from '../outcome';

const DETAILS: readonly LedgerDetail[] = ['plan', 'outputs', 'full'];
const THEMES: readonly Theme[] = ['light', 'dark'];
const OURS = ['workspace', 'archive', 'plan'] as const;
const FORMATS: readonly string[] = [...OURS, 'ledger', ...FORMAT_IDS, 'xstate-ts', 'mermaid', 'svg', 'png'];

export const exportFile: Command = {
  name: 'export',
  files: ['FILE'],
  about:
    'Prints a plan of a workspace in another format, or a ledger with less in it. What a format has no words for is named on\nstderr. A picture (svg, png) holds the whole workspace: dropping it on the app opens that.\nAn archive (ZIP) holds the workspace with the files of its documents, or the ledger with its tables; every other format leaves those out. With --out: {ok, file, bytes}.',
  options: {
    plan: { type: 'string', value: 'ID', about: 'The plan, by its id; the first of FILE by default.' },
    to: { type: 'string', value: 'FORMAT', about: `The format: ${FORMATS.join(', ')}.` },
    out: {
      type: 'string',
      value: 'FILE',
      about:
        'Writes it there and not to stdout. A file that is there already is left as it is, and the export refused.',
    },
    overwrite: { type: 'boolean', about: 'With --out: replaces the file that is there.' },
    theme: {
      type: 'string',
      value: THEMES.join('|'),
      about: 'With --to svg and png: the colours of the picture; light by default.',
    },
    detail: {
      type: 'string',
      value: DETAILS.join('|'),
      about: 'With --to ledger, where FILE is a ledger: how much of the run it tells; full by default.',
    },
  },
  examples: [
    'export plan.planloom.json --to svg > plan.svg',
    'export plan.planloom.json --to png --out plan.png',
    'export plan.planloom.json --plan main --to engine',
    'export run.ndjson --to ledger --detail outputs',
    'export run.ndjson --to archive --out run.zip',
  ],
  run: async (given, { env, say, isTerminal }) => {
    const format = given.text('to');
    if (format === undefined)
      throw usage(exportFile, `--to is missing: choose one of ${FORMATS.join(', ')}.`);
    if (!FORMATS.includes(format))
      throw usage(exportFile, `"${format}" is not a format of --to: choose one of ${FORMATS.join(', ')}.`);
    const detail = given.text('detail');
    if (detail !== undefined && format !== 'ledger')
      throw usage(exportFile, '--detail is for --to ledger: other formats hold no run.');
    if (given.has('theme') && format !== 'svg' && format !== 'png')
      throw usage(exportFile, '--theme is for --to svg and png: other formats have no colours.');
    if (given.has('plan') && format === 'ledger')
      throw usage(exportFile, '--plan is for workspaces: a ledger holds one plan.', 'Leave it out.');
    const out = given.text('out');
    if (out === undefined && isTerminal) demandText(format);
    if (out === undefined && given.has('overwrite'))
      throw usage(
        exportFile,
        '--overwrite is for --out.',
        'Name the file with --out, or leave --overwrite out.',
      );
    const file = given.files[0] ?? '';
    if (out !== undefined && (await isSameFile(file, out)))
      throw usage(exportFile, '--out is the file that is read.', 'Name another one.');
    const { content, scanned } = await made(format, file, given, say);
    for (const text of scanned) demandNoSecrets(text, secretsFrom(env));
    if (out !== undefined) return writtenTo(out, content, given.has('overwrite'));
    return { exit: EXIT.done, ...(typeof content === 'string' ? { text: content } : { bytes: content }) };
  },
};

/** What is to be printed, or written into a file. */
async function made(
  format: string,
  file: string,
  given: Given,
  say: (line: string) => void,
): Promise<MadeFile> {
  if (format === 'ledger') return ledgerOf(file, readDetail(given.text('detail')));
  if (format === 'archive') return archiveOf(file, say);
  const workspace = await readWorkspace(file);
  return fileOf(format, workspace, given.text('plan'), readTheme(given.text('theme')), say);
}

const BINARY: Readonly<Record<string, string>> = { png: 'A PNG', archive: 'An archive' };

function demandText(format: string): void {
  const what = own(BINARY, format);
  if (what === undefined) return;
  throw usage(
    exportFile,
    `${what} is nothing to show in a terminal.`,
    'Name a file with --out, or pass it on.',
  );
}

async function writtenTo(file: string, content: MadeFile['content'], replaces: boolean): Promise<Outcome> {
  try {
    await (replaces ? replaceFile(file, content) : written(file, content));
  } catch (cause) {
    throw codeOf(cause) === 'EEXIST' ? isThere(file) : unwritable(file, cause);
  }
  return done({ ok: true, file, bytes: Buffer.byteLength(content) });
}

/** A new file, whole or not at all. */
async function written(file: string, content: MadeFile['content']): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (cause) {
    if (codeOf(cause) === 'ENOSPC') await rm(file, { force: true });
    throw cause;
  }
}

function codeOf(cause: unknown): unknown {
  return Reflect.get(Object(cause), 'code');
}

function isThere(file: string): Refusal {
  return refuse(
    'OUTPUT_EXISTS',
    `"${file}" is there already, and was left as it is.`,
    'Name another file with --out, or add --overwrite.',
  );
}

function unwritable(file: string, cause: unknown): Refusal {
  return refuse(
    'OUTPUT_UNWRITABLE',
    `"${file}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'Name a file in a folder that is there and may be written.',
  );
}

function readDetail(given: string = 'full'): LedgerDetail {
  const detail = DETAILS.find((one) => one === given);
  if (detail !== undefined) return detail;
  throw usage(exportFile, `--detail takes one of ${DETAILS.join(', ')}, not "${given}".`);
}

function readTheme(given: string = 'light'): Theme {
  const theme = THEMES.find((one) => one === given);
  if (theme !== undefined) return theme;
  throw usage(exportFile, `--theme takes one of ${THEMES.join(', ')}, not "${given}".`);
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

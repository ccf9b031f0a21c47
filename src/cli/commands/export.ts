import { rm, writeFile } from 'node:fs/promises';
import { escapeControlsInJson, own } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { FORMAT_IDS, formatOf, textOfExport } from '#formats';
import { type LedgerDetail, readLedger, reduceLedger, writeLedger } from '#kernel';
import type { Theme } from '#picture';
import { isFileDocument, type Workspace, write } from '#plan';
import { filesOfCommit } from '#runtime';
import {
  packArchive,
  planFile,
  recogniseFile,
  type SvgPicture,
  scanSecrets,
  svgPicture,
  withFonts,
  workspaceFile,
} from '#share';
import { type Command, type Given, usage } from '../command';
import { archiveAt, blobsIn, filesOf } from '../host/archives';
import { choosePlan } from '../host/choosePlan';
import { secretsFrom } from '../host/connections';
import { blobsOf, folderBlobs } from '../host/folderBlobs';
import { readPackedText, readText, readWorkspace } from '../host/readFiles';
import { replaceFile } from '../host/replaceFile';
import { isSameFile } from '../host/sameFile';
import { mermaidOf } from '../mermaid';
import { done, EXIT, lineOf, type Outcome, Refusal, refuse } from '../outcome';
import { typeScriptOf } from '../typeScript';

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

/** A file as it leaves. */
interface MadeFile {
  readonly content: string | Uint8Array;
  /** What is in it, written so that a secret is found (S4). */
  readonly scanned: readonly string[];
}

type Say = (line: string) => void;

/** S2: a ledger as it is, or with less in it, sealed anew. @throws Refusal when it is none */
async function ledgerOf(file: string, detail: LedgerDetail): Promise<MadeFile> {
  const ledger = readLedger(await readPackedText(file));
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, file);
  return asJson(writeLedger(detail === 'full' ? ledger.value : reduceLedger(ledger.value, detail)));
}

/** A workspace, or a plan of it, in any other format; what the format has no words for is said. */
async function fileOf(
  format: string,
  workspace: Workspace,
  id: string | undefined,
  theme: Theme,
  say: Say,
): Promise<MadeFile> {
  if (format === 'workspace' && id === undefined) return asJson(workspaceFile(workspace).text);
  const plan = choosePlan(workspace, id);
  switch (format) {
    case 'workspace':
      return asJson(workspaceFile(workspace).text);
    case 'plan':
      return asJson(planFile(workspace, plan.id)?.text ?? '');
    case 'mermaid':
      return asText(mermaidOf(plan, workspace));
    case 'xstate-ts':
      return asText((await typeScriptOf(plan, workspace, say)).text ?? '');
    case 'svg':
      return drawn(svgPicture(plan, workspace, { theme, declared }), workspace);
    case 'png':
      return painted(svgPicture(plan, workspace, { theme, declared }), workspace, say);
  }
  const exported = await formatOf(format)?.write(plan, workspace);
  if (exported === undefined) throw new Error(`No format "${format}" is written.`);
  if (!exported.ok) throw new Refusal([exported.problem]);
  for (const one of exported.value.leftOut) say(lineOf(one));
  return asJson(textOfExport(exported.value));
}

/**
 * S2, W8, V6: a workspace with the files of its documents, or a ledger with the tables and files that it names; those that are
 * not there are said.
 */
async function archiveOf(file: string, say: Say): Promise<MadeFile> {
  const packed = await archiveAt(file);
  const given = packed?.text ?? (await readText(file));
  const kind = packed?.kind ?? (recogniseFile(given) === 'ledger' ? 'run' : 'workspace');
  const blobs = blobsOf(folderBlobs(`${file}.blobs`), await blobsIn(packed));
  const { text, named } = kind === 'run' ? ledgerIn(given, file) : await workspaceIn(file);
  const { files, missing } = await filesOf(named, blobs);
  if (missing.length > 0)
    say(
      `Not in the archive, because ${missing.length === 1 ? 'it is' : 'they are'} not in ${file}.blobs: ${missing.join(', ')}.`,
    );
  return { content: await packArchive({ kind, text, files }), scanned: [text] };
}

interface Packed {
  readonly text: string;
  /** What its files are called, by their hash. */
  readonly named: ReadonlyMap<string, string>;
}

async function workspaceIn(file: string): Promise<Packed> {
  const workspace = await readWorkspace(file);
  const named = workspace.documents
    .filter(isFileDocument)
    .map(({ file: { hash, name } }) => [hash, name] as const);
  return { text: write(workspace), named: new Map(named) };
}

function ledgerIn(text: string, file: string): Packed {
  const ledger = readLedger(text);
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, file);
  return { text, named: new Map(ledger.value.flatMap(filesOfCommit).map((hash) => [hash, hash] as const)) };
}

/** JSON, whole or by lines: printed to a terminal, no text of the document does anything there. */
function asJson(text: string): MadeFile {
  return { content: escapeControlsInJson(text), scanned: [text] };
}

/** Formats whose writers escape control characters in their own way. */
function asText(text: string): MadeFile {
  return { content: text, scanned: [text] };
}

/** Signs of XML stand otherwise in a picture: what is inside is looked through as it is written, too (S4). */
async function drawn(picture: SvgPicture, workspace: Workspace): Promise<MadeFile> {
  const { interFiles } = await import('../picture/fonts');
  const { text } = await withFonts(picture, await interFiles());
  return { content: text, scanned: [picture.text, write(workspace)] };
}

/** The icon that a capability of the house declares. */
function declared(capability: string): string | undefined {
  return BUILT_IN_CATALOGUE.get(capability)?.icon;
}

async function painted(picture: SvgPicture, workspace: Workspace, say: Say): Promise<MadeFile> {
  const { paintPng, unpaintable } = await import('../picture/paintPng');
  const missing = unpaintable(picture);
  if (missing.length > 0)
    say(
      `The fonts here have no letters for ${missing.slice(0, 10).join(' ')}: they are missing in the picture. An SVG has them.`,
    );
  const inside = write(workspace);
  return { content: await paintPng(picture, inside), scanned: [picture.text, inside] };
}

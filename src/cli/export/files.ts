import { escapeControlsInJson } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { formatOf, textOfExport } from '#formats';
import { type LedgerDetail, readLedger, reduceLedger, writeLedger } from '#kernel';
import type { Theme } from '#picture';
import { isFileDocument, type Workspace, write } from '#plan';
import { filesOfCommit } from '#runtime';
import {
  packArchive,
  planFile,
  recogniseFile,
  type SvgPicture,
  svgPicture,
  withFonts,
  workspaceFile,
} from '#share';
import { archiveAt, blobsIn, filesOf } from '../host/archives';
import { choosePlan } from '../host/choosePlan';
import { blobsOf, folderBlobs } from '../host/folderBlobs';
import { readPackedText, readText, readWorkspace } from '../host/readFiles';
import { mermaidOf } from '../mermaid';
import { lineOf, Refusal } from '../outcome';
import { typeScriptOf } from '../typeScript';

/** A file as it leaves. */
export interface MadeFile {
  readonly content: string | Uint8Array;
  /** What is in it, written so that a secret is found (S4). */
  readonly scanned: readonly string[];
}

type Say = (line: string) => void;

/** S2: a ledger as it is, or with less in it, sealed anew. @throws Refusal when it is none */
export async function ledgerOf(file: string, detail: LedgerDetail): Promise<MadeFile> {
  const ledger = readLedger(await readPackedText(file));
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, file);
  return asJson(writeLedger(detail === 'full' ? ledger.value : reduceLedger(ledger.value, detail)));
}

/** A workspace, or a plan of it, in any other format; what the format has no words for is said. */
export async function fileOf(
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
export async function archiveOf(file: string, say: Say): Promise<MadeFile> {
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

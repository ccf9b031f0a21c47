import { escapeControlsInJson } from '#base';
import { textOfExport } from '#formats';
import { type LedgerDetail, readLedger, reduceLedger, writeLedger } from '#kernel';
import { type Workspace, write } from '#plan';
import { planFile, type SvgPicture, svgPicture, workspaceFile } from '#share';
import { writerOf } from '../formats';
import { choosePlan } from '../host/choosePlan';
import { readText } from '../host/readFiles';
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
  const ledger = readLedger(await readText(file));
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, file);
  return asJson(writeLedger(detail === 'full' ? ledger.value : reduceLedger(ledger.value, detail)));
}

/** A workspace, or a plan of it, in any other format; what the format has no words for is said. */
export async function fileOf(
  format: string,
  workspace: Workspace,
  id: string | undefined,
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
      return drawn(svgPicture(plan, workspace), workspace);
    case 'png':
      return painted(svgPicture(plan, workspace), workspace, say);
  }
  const exported = writerOf(format)?.(plan, workspace);
  if (exported === undefined) throw new Error(`No format "${format}" is written.`);
  if (!exported.ok) throw new Refusal([exported.problem]);
  for (const one of exported.value.leftOut) say(lineOf(one));
  return asJson(textOfExport(exported.value));
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
function drawn({ text }: SvgPicture, workspace: Workspace): MadeFile {
  return { content: text, scanned: [text, write(workspace)] };
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

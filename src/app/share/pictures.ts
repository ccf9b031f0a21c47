import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { Theme } from '#picture';
import { type Plan, write } from '#plan';
import { type FontFile, fileStem, pngWithWorkspace, svgPicture, withFonts } from '#share';
import type { Session } from '../state/session';
import type { MadeFile } from './exportChoices';

/** S2: a picture of what the canvas shows, with its workspace inside. What is looked through for secrets is both, each as it is written. */
export async function svgFile(plan: Plan, session: Session, theme: Theme): Promise<MadeFile> {
  const { picture, scanned } = await drawn(plan, session, theme);
  const name = `${fileStem(plan.name ?? plan.id)}.svg`;
  return { name, type: 'image/svg+xml', text: picture.text, scanned };
}

/** As on the screen: the run that is shown, what unfolded in it, and the icons of the workspace's catalogue. */
async function drawn(plan: Plan, { editor }: Session, theme: Theme) {
  const { graph, boxes } = editor.scene.getState();
  const declared = (capability: string) => editor.catalogue.get(capability)?.icon;
  const plain = svgPicture(plan, editor.workspace, { theme, shown: { graph, boxes }, declared });
  return {
    picture: await withFonts(plain, pageFonts()),
    scanned: `${plain.text}\n${write(editor.workspace)}`,
  };
}

/** How many dots a canvas pixel becomes, and the most that a browser's canvas is asked for on a side. */
const SCALE = 2;
const LONGEST = 8_000;

/** The same as PNG: our own drawing is painted by the browser, and the workspace put beside the dots. */
export async function pngFile(
  plan: Plan,
  session: Session,
  theme: Theme,
): Promise<Result<MadeFile, readonly Diagnostic[]>> {
  const { picture, scanned } = await drawn(plan, session, theme);
  const scale = Math.min(SCALE, LONGEST / Math.max(picture.width, picture.height));
  const dots = await painted(picture.text, picture.width * scale, picture.height * scale);
  if (dots === null)
    return err([problem('PICTURE_UNPAINTED', 'This browser did not paint the picture.', 'Take it as SVG.')]);
  const text = write(session.editor.workspace);
  const bytes = pngWithWorkspace(new Uint8Array(await dots.arrayBuffer()), text);
  const name = `${fileStem(plan.name ?? plan.id)}.png`;
  return ok({ name, type: 'image/png', text, scanned, content: new Blob([bytes], { type: 'image/png' }) });
}

/** A picture as PNG, painted by the browser at so many dots; null where it does not. */
export async function painted(svg: string, width: number, height: number): Promise<Blob | null> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width);
    canvas.height = Math.ceil(height);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const FAMILY = 'Inter Variable';

/** The files of the interface's font, as the style sheets of the page name them. */
export function pageFonts(): readonly FontFile[] {
  return [...document.styleSheets].flatMap((sheet) =>
    facesIn(sheet.cssRules).map((face) => fileOf(face, sheet)),
  );
}

function facesIn(rules: CSSRuleList): readonly CSSFontFaceRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSGroupingRule) return facesIn(rule.cssRules);
    return rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('font-family').includes(FAMILY)
      ? [rule]
      : [];
  });
}

function fileOf({ style }: CSSFontFaceRule, { href }: CSSStyleSheet): FontFile {
  const [, address = ''] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? [];
  const url = new URL(address, href ?? document.baseURI);
  return {
    range: style.getPropertyValue('unicode-range'),
    read: async () => new Uint8Array(await (await fetch(url)).arrayBuffer()),
  };
}

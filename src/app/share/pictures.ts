import type { Diagnostic } from '#base';
import { err, ok, problem, type Result } from '#base';
import { type Plan, type Workspace, write } from '#plan';
import { fileStem, pngWithWorkspace, svgPicture } from '#share';
import type { MadeFile } from './madeFile';

/** S2: a picture of a plan with its workspace inside. What is looked through for secrets is both, each as it is written. */
export function svgFile(plan: Plan, workspace: Workspace): MadeFile {
  const { text } = svgPicture(plan, workspace);
  const name = `${fileStem(plan.name ?? plan.id)}.svg`;
  return { name, type: 'image/svg+xml', text, scanned: `${text}\n${write(workspace)}` };
}

/** How many dots a canvas pixel becomes, and the most that a browser's canvas is asked for on a side. */
const SCALE = 2;
const LONGEST = 8_000;

/** The same as PNG: our own drawing is painted by the browser, and the workspace put beside the dots. */
export async function pngFile(
  plan: Plan,
  workspace: Workspace,
): Promise<Result<MadeFile, readonly Diagnostic[]>> {
  const picture = svgPicture(plan, workspace);
  const scale = Math.min(SCALE, LONGEST / Math.max(picture.width, picture.height));
  const dots = await painted(picture.text, picture.width * scale, picture.height * scale);
  if (dots === null)
    return err([problem('PICTURE_UNPAINTED', 'This browser did not paint the picture.', 'Take it as SVG.')]);
  const text = write(workspace);
  const bytes = pngWithWorkspace(new Uint8Array(await dots.arrayBuffer()), text);
  const name = `${fileStem(plan.name ?? plan.id)}.png`;
  return ok({ name, type: 'image/png', text, content: new Blob([bytes], { type: 'image/png' }) });
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

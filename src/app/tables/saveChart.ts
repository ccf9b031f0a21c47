import { saveFile } from '../parts/browser';
import { painted } from '../share/pictures';

/** What a picture needs of the styles that it has on the screen. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
] as const;
/** Dots for each CSS pixel. */
const SCALE = 2;

/** Offers a drawn chart as a file, as it looks now, on the colour that it stands on. */
export async function saveChart(svg: SVGSVGElement, format: 'svg' | 'png', name: string): Promise<void> {
  const text = standAlone(svg);
  if (format === 'svg') return saveFile(`${name}.svg`, text, 'image/svg+xml');
  const { width, height } = svg.getBoundingClientRect();
  const dots = await painted(text, width * SCALE, height * SCALE);
  if (dots === null) throw new Error('This browser did not paint the picture. Take it as SVG.');
  saveFile(`${name}.png`, dots, 'image/png');
}

/** The drawing with its styles written into it: a file has no style sheet of ours. */
function standAlone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [drawn, copied] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  for (const [index, element] of copied.entries()) {
    const from = drawn[index];
    if (from === undefined) continue;
    const style = getComputedStyle(from);
    for (const property of STYLES) element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute('class');
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute(
    'fill',
    getComputedStyle(document.documentElement).getPropertyValue('--surface').trim(),
  );
  copy.prepend(ground);
  copy.removeAttribute('class');
  return new XMLSerializer().serializeToString(copy);
}

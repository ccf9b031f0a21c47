import { escapeXml, unescapeXml } from './xml';

const OPEN = '<metadata id="planloom-workspace">';
const CLOSE = '</metadata>';

/** The element that holds a workspace in a picture. */
export function embedded(workspace: string): string {
  return `${OPEN}${escapeXml(workspace)}${CLOSE}`;
}

/** How far into a text its first tag is looked for: a prolog and comments may stand before it. */
const PROLOG = 4_000;

/** Whether a text is an SVG picture. */
export function isSvg(text: string): boolean {
  return (
    /^\ufeff?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg[\s>])/.test(text) && text.slice(0, PROLOG).includes('<svg')
  );
}

/**
 * The workspace in a picture, as text (T1): it is looked up among the characters. Nothing of the picture is parsed, drawn
 * or run, whatever else it holds.
 *
 * @returns null where there is none
 */
export function workspaceInSvg(text: string): string | null {
  const start = text.indexOf(OPEN);
  if (start < 0) return null;
  const end = text.indexOf(CLOSE, start);
  return end < 0 ? null : unescapeXml(text.slice(start + OPEN.length, end));
}

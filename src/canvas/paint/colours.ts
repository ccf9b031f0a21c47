import { COLOUR_NAMES, type ColourName } from '#picture';

/** The design's tokens as they are now, for what is painted and not styled. */
export type Colours = Readonly<Record<ColourName, string>> & { readonly font: string };

/** Reads the tokens of the theme that is shown. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return { ...Object.fromEntries(entries), font: style.getPropertyValue('--font-ui') };
}

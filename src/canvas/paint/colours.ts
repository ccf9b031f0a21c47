const NAMES = [
  'paper',
  'surface',
  'raised',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'ok',
  'ok-soft',
  'run',
  'run-soft',
  'wait',
  'bad',
  'bad-soft',
  'plan',
  'plan-soft',
  'skip',
  'skip-soft',
  'wait-soft',
] as const;

export type ColourName = (typeof NAMES)[number];
/** The design's tokens as they are now, for what is painted and not styled. */
export type Colours = Readonly<Record<ColourName, string>> & { readonly font: string };

/** Reads the tokens of the theme that is shown. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return { ...Object.fromEntries(entries), font: style.getPropertyValue('--font-ui') };
}

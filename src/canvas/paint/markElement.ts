import { createElement, type ReactElement } from 'react';
import { type ColourName, type Mark, svgMark } from '#picture';

/** A mark as an element of an SVG in the page. Colours are called what the design's tokens are, so that they follow the theme. */
export function markElement(mark: Mark): ReactElement {
  const { tag, attributes, text } = svgMark(mark, token);
  const { class: className, ...rest } = attributes;
  const named = Object.entries(rest).map(([name, value]) => [inReact(name), value] as const);
  return createElement(tag, { ...Object.fromEntries(named), className }, text);
}

/** `stroke-width` → `strokeWidth`. */
function inReact(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function token(colour: ColourName): string {
  return `var(--${colour})`;
}

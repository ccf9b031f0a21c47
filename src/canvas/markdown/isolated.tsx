import { Fragment, type ReactNode } from 'react';

/** Letters that are written from right to left: Hebrew, Arabic and their like. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A text in which names that run from right to left are kept to themselves. Otherwise such a name draws the figures beside it to its
 * other side: of "שלום (5); 7" it would be seen with the 7. A text that begins from right to left is left as it is.
 */
export function isolated(text: string): ReactNode {
  if (!LEFTWARDS.test(text) || LEFTWARDS.test(/\p{L}/u.exec(text)?.[0] ?? '')) return text;
  return text.split(/([;:,()])/).map((part, index) => {
    const name = part.trim();
    if (!LEFTWARDS.test(name)) return part;
    const start = part.length - part.trimStart().length;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity.
      <Fragment key={index}>
        {part.slice(0, start)}
        <bdi>{name}</bdi>
        {part.slice(start + name.length)}
      </Fragment>
    );
  });
}

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isolated } from '../../src/canvas/markdown/Markdown';

const drawn = (text: string) => renderToStaticMarkup(<p>{isolated(text)}</p>);

test('K4 a name from right to left is kept to itself, so that its figure stays beside it', () => {
  expect(drawn('Net by region: Nord (7); שלום עולם (5); and 3 more')).toBe(
    '<p>Net by region: Nord (7); <bdi>שלום עולם</bdi> (5); and 3 more</p>',
  );
});

test.each(['Nord (7)', 'שלום, Nord (5)', ''])(
  'K4 nothing is changed where nothing can be misread: %s',
  (text) => {
    expect(drawn(text)).toBe(`<p>${text}</p>`);
  },
);

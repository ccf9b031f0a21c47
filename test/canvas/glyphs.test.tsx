import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DeclaredIcons, NodeGlyph } from '#canvas';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import type { Catalogue } from '#plan';
import { NAMED_ICONS } from '../../src/canvas/glyphs/namedIcons';

/** The name of the icon that stands for a capability. */
function drawn(
  capability: string,
  icons: ReadonlyMap<string, { readonly icon?: string | undefined }>,
): string {
  const html = renderToStaticMarkup(
    <DeclaredIcons value={(id) => icons.get(id)?.icon}>
      <NodeGlyph type="CAPABILITY" capability={capability} />
    </DeclaredIcons>,
  );
  return [...html.matchAll(/\blucide-([\w-]+)/g)].map(([, name]) => name).join(' ');
}

const catalogue: Catalogue = BUILT_IN_CATALOGUE;

describe('fault B8 a capability is shown with the icon that it declares', () => {
  it.each([...catalogue.values()].map(({ id, icon }) => [id, icon]))('%s: %s', (id = '', icon) => {
    expect(icon).toBeDefined();
    expect(drawn(id, catalogue).split(' ')).toContain(icon);
  });

  it.each([...NAMED_ICONS.keys()])('one of a workspace may declare %s', (icon) => {
    expect(drawn('mine', new Map([['mine', { icon }]])).split(' ')).toContain(icon);
  });

  it.each([
    ['none', 'text.mine', undefined, 'type'],
    ['a name that is not here', 'table.mine', 'no-such-icon', 'table'],
    ['none, and no family', 'mine', undefined, 'wrench'],
    ['what objects have by nature', 'mine', 'constructor', 'wrench'],
  ])('where it declares %s its family stands for it, or a tool', (_what, id, icon, expected) => {
    expect(drawn(id, new Map([[id, icon === undefined ? {} : { icon }]])).split(' ')).toContain(expected);
  });
});

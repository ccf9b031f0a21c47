import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DeclaredIcons, NodeGlyph } from '#canvas';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { ICONS } from '#picture';
import type { Catalogue } from '#plan';

/** The name of the icon that stands for a capability. */
function drawn(
  capability: string,
  icons: ReadonlyMap<string, { readonly icon?: string | undefined }>,
): readonly string[] {
  const html = renderToStaticMarkup(
    <DeclaredIcons value={(id) => icons.get(id)?.icon}>
      <NodeGlyph type="CAPABILITY" capability={capability} />
    </DeclaredIcons>,
  );
  const path = /<path d="([^"]+)"/.exec(html)?.[1];
  return Object.entries(ICONS).flatMap(([name, d]) => (d === path ? [name] : []));
}

const catalogue: Catalogue = BUILT_IN_CATALOGUE;

describe('fault B8 a capability is shown with the icon that it declares', () => {
  it.each([...catalogue.values()].map(({ id, icon }) => [id, icon]))('%s: %s', (id = '', icon) => {
    expect(icon).toBeDefined();
    expect(drawn(id, catalogue)).toContain(icon);
  });

  it.each(Object.keys(ICONS))('one of a workspace may declare %s', (icon) => {
    expect(drawn('mine', new Map([['mine', { icon }]]))).toContain(icon);
  });

  it.each([
    ['none', 'text.mine', undefined, 'type'],
    ['a name that is not here', 'table.mine', 'no-such-icon', 'table'],
    ['none, and no family', 'mine', undefined, 'wrench'],
    ['what objects have by nature', 'mine', 'constructor', 'wrench'],
  ])('where it declares %s its family stands for it, or a tool', (_what, id, icon, expected) => {
    expect(drawn(id, new Map([[id, icon === undefined ? {} : { icon }]]))).toContain(expected);
  });
});

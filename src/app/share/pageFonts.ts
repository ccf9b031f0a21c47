import type { FontFile } from '#share';

const FAMILY = 'Inter Variable';

/** The files of the interface's font, as the style sheets of the page name them. */
export function pageFonts(): readonly FontFile[] {
  return [...document.styleSheets].flatMap((sheet) =>
    facesIn(sheet.cssRules).map((face) => fileOf(face, sheet)),
  );
}

function facesIn(rules: CSSRuleList): readonly CSSFontFaceRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSGroupingRule) return facesIn(rule.cssRules);
    return rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('font-family').includes(FAMILY)
      ? [rule]
      : [];
  });
}

function fileOf({ style }: CSSFontFaceRule, { href }: CSSStyleSheet): FontFile {
  const [, address = ''] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? [];
  const url = new URL(address, href ?? document.baseURI);
  return {
    range: style.getPropertyValue('unicode-range'),
    read: async () => new Uint8Array(await (await fetch(url)).arrayBuffer()),
  };
}

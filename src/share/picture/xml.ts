import { escapeControls } from '#base';

/**
 * A text as it stands in XML: between tags and in attributes. Control characters are written by number; those that XML 1.0 has
 * no way to write become U+FFFD.
 */
export function escapeXml(text: string): string {
  const written = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
  return escapeControls(written, (character) =>
    character === '\n' ? character : `&#${character.codePointAt(0) ?? 0};`,
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** The way back, in one pass: what was unescaped is never read again. A number that names no character stays as it is. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (entity, decimal, hex) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (Number.isNaN(code)) return ENTITIES[entity] ?? entity;
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

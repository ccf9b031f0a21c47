/** A text as it stands in XML: between tags and in attributes. What XML has no way to write becomes U+FFFD. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"\r]/g, (sign) => SIGNS[sign] ?? sign)
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#13;': '\r',
};

/** The way back, in one pass: what was unescaped is never read again. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|#13);/g, (entity) => ENTITIES[entity] ?? entity);
}

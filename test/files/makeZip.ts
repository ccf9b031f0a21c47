import { strToU8, zipSync } from 'fflate';

/** An archive of texts, packed. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries));
}

export function xml(text: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

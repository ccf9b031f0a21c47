import { withoutSoftHyphens } from '../text/softHyphens';
import type { Entries } from '../zip/unpack';
import { textBetween, xmlTags } from '../zip/xmlTags';

/** Words beside the number of a page, which says nothing outside of it. */
const PAGE_WORDS: readonly string[] = ['page', 'p', 'of', 'seite', 's', 'von'];

/** What stands in the headers and footers of a document, each line once. */
export function marginTexts(entries: Entries, document: string): readonly string[] {
  const decoder = new TextDecoder();
  const used = new Set<string>();
  for (const tag of xmlTags(document))
    if (tag.name === 'headerReference' || tag.name === 'footerReference')
      used.add(tag.attribute('r:id') ?? '');
  const lines = new Set<string>();
  for (const tag of xmlTags(decoder.decode(entries['word/_rels/document.xml.rels']))) {
    if (tag.name !== 'Relationship' || !used.has(tag.attribute('Id') ?? '')) continue;
    const target = tag.attribute('Target') ?? '';
    const part = entries[target.startsWith('/') ? target.slice(1) : `word/${target}`];
    for (const line of linesIn(decoder.decode(part))) if (!isPageNumber(line)) lines.add(line);
  }
  return [...lines];
}

function isPageNumber(line: string): boolean {
  const words = line.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every((word) => PAGE_WORDS.includes(word));
}

function linesIn(xml: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let from = -1;
  for (const { name, isEnd, isWhole, start, end } of xmlTags(xml)) {
    if (name === 't' && !isWhole) {
      if (isEnd && from >= 0) line += textBetween(xml, from, start);
      from = isEnd ? -1 : end;
    } else if (name === 'tab' || name === 'br') line += ' ';
    else if (name === 'p' && isEnd) {
      lines.push(withoutSoftHyphens(line).replace(/\s+/g, ' ').trim());
      line = '';
    }
  }
  return lines.filter((text) => text !== '');
}

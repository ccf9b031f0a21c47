import { type XmlTag, xmlTags } from '../zip/xmlTags';

/** The XML of a document without the runs of text that Word hides (`w:vanish`), and whether there were any. */
export function withoutHiddenRuns(xml: string): { readonly xml: string; readonly isChanged: boolean } {
  if (!xml.includes('vanish')) return { xml, isChanged: false };
  let shown = '';
  let place = 0;
  for (const { start, end } of hiddenRuns(xml)) {
    if (start < place) continue;
    shown += xml.slice(place, start);
    place = end;
  }
  return { xml: shown + xml.slice(place), isChanged: place > 0 };
}

/** Where they stand, outer ones before those inside of them. */
function hiddenRuns(xml: string): readonly { start: number; end: number }[] {
  const open: { readonly start: number; isHidden: boolean }[] = [];
  const found: { start: number; end: number }[] = [];
  for (const tag of xmlTags(xml)) {
    const run = open.at(-1);
    if (tag.name === 'r' && tag.isEnd) {
      open.pop();
      if (run?.isHidden) found.push({ start: run.start, end: tag.end });
    } else if (tag.name === 'r' && !tag.isWhole) open.push({ start: tag.start, isHidden: false });
    else if (tag.name === 'vanish' && run && isOn(tag)) run.isHidden = true;
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function isOn(tag: XmlTag): boolean {
  return !/^(?:0|false|off)$/.test(tag.attribute('w:val') ?? '');
}

import { textBetween, type XmlTag, xmlTags } from '../zip/xmlTags';

/** Collects the text of a string item, tag by tag: all of its runs, without how they are pronounced (ECMA-376, 18.4.8). */
export class ItemText {
  text = '';
  private from = -1;
  private isPronunciation = false;

  meet(tag: XmlTag, xml: string): void {
    if (tag.name === 'rPh') this.isPronunciation = !tag.isEnd && !tag.isWhole;
    if (tag.name !== 't' || tag.isWhole || this.isPronunciation) return;
    if (tag.isEnd && this.from >= 0) this.text += textBetween(xml, this.from, tag.start);
    this.from = tag.isEnd ? -1 : tag.end;
  }
}

/** The texts that cells name by number. */
export function sharedTextsIn(xml: string): readonly string[] {
  const texts: string[] = [];
  let item = new ItemText();
  for (const tag of xmlTags(xml)) {
    if (tag.name !== 'si') item.meet(tag, xml);
    else if (tag.isEnd || tag.isWhole) {
      texts.push(unescaped(item.text));
      item = new ItemText();
    }
  }
  return texts;
}

/** Letters that XML cannot hold are written `_x000D_` (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
    String.fromCharCode(Number.parseInt(String(code), 16)),
  );
}

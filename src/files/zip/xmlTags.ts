/** One tag of an XML text. Prefixes of namespaces are left out of its name. */
export interface XmlTag {
  readonly name: string;
  readonly isEnd: boolean;
  /** `<a/>` begins and ends at once. */
  readonly isWhole: boolean;
  readonly start: number;
  /** Where the text behind it begins. */
  readonly end: number;
  /** The value of an attribute, as it is written; undefined where it has none of that name. */
  attribute(name: string): string | undefined;
}

const LESS = 0x3c;
const GREATER = 0x3e;
const QUOTES: readonly number[] = [0x22, 0x27];

/**
 * The tags of an XML text, in order, in one pass: for looking at a few attributes of a file that a library reads as a whole.
 * Comments, CDATA and declarations are passed over; what is not well formed ends it.
 */
export function* xmlTags(xml: string): Generator<XmlTag> {
  let place = xml.indexOf('<');
  while (place >= 0) {
    const after = afterNonTag(xml, place);
    if (after !== null) {
      place = xml.indexOf('<', after);
      continue;
    }
    const end = endOfTag(xml, place);
    if (end < 0) return;
    yield tagIn(xml.slice(place + 1, end), place);
    place = xml.indexOf('<', end);
  }
}

function afterNonTag(xml: string, place: number): number | null {
  const next = xml.charCodeAt(place + 1);
  if (next !== 0x21 && next !== 0x3f) return null;
  const close = xml.startsWith('<!--', place) ? '-->' : xml.startsWith('<![CDATA[', place) ? ']]>' : '>';
  const end = xml.indexOf(close, place);
  return end < 0 ? xml.length : end + close.length;
}

function endOfTag(xml: string, place: number): number {
  let quote = 0;
  for (let index = place + 1; index < xml.length; index++) {
    const code = xml.charCodeAt(index);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === GREATER) return index;
    else if (code === LESS) return -1;
    else if (QUOTES.includes(code)) quote = code;
  }
  return -1;
}

const NAME = /^\/?(?:[\w.-]+:)?([\w.-]+)/;

function tagIn(inside: string, start: number): XmlTag {
  return {
    name: NAME.exec(inside)?.[1] ?? '',
    isEnd: inside.startsWith('/'),
    isWhole: inside.endsWith('/'),
    start,
    end: start + inside.length + 2,
    attribute: (name) => attributeIn(inside, name),
  };
}

function attributeIn(inside: string, name: string): string | undefined {
  for (const quote of ['"', "'"]) {
    for (const space of [' ', '\n', '\t', '\r']) {
      const start = inside.indexOf(`${space}${name}=${quote}`);
      if (start < 0) continue;
      const from = start + name.length + 3;
      const to = inside.indexOf(quote, from);
      if (to >= 0) return inside.slice(from, to);
    }
  }
  return undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text between two tags, with what stands in CDATA as it is. */
export function textBetween(xml: string, from: number, to: number): string {
  const [first = '', ...others] = xml.slice(from, to).split('<![CDATA[');
  return (
    xmlText(first) +
    others
      .map((part) => {
        const [plain = '', ...rest] = part.split(']]>');
        return plain + xmlText(rest.join(']]>'));
      })
      .join('')
  );
}

/** The text of an attribute or element whose entities are still written out. */
export function xmlText(written: string): string {
  return written.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, named) => {
    if (named !== undefined) return ENTITIES[String(named)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

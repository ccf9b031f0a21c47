import { escaped, makeZip, xml } from './makeZip';

const NAMESPACE =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A part of a document's body: a paragraph with its style, an item of a list, a table, or XML of its own. */
export type MadeBlock =
  | { readonly text: string; readonly style?: string }
  | { readonly item: string; readonly level?: number; readonly ordered?: boolean }
  | { readonly table: readonly (readonly string[])[] }
  | { readonly xml: string };

/** A part beside the text of a document: its notes, its comments, a header or a footer. */
export interface MadePart {
  readonly type: 'footnotes' | 'endnotes' | 'comments' | 'header' | 'footer';
  /** The XML inside of it. */
  readonly xml: string;
}

const ROOTS = {
  footnotes: 'footnotes',
  endnotes: 'endnotes',
  comments: 'comments',
  header: 'hdr',
  footer: 'ftr',
};

/** A document of Word, with the styles Title and Heading1 to Heading3, two lists, and one link. The id of a part is `rP` and its place. */
export function makeDocx(
  blocks: readonly MadeBlock[],
  link = 'https://example.org/',
  parts: readonly MadePart[] = [],
): Uint8Array {
  const pathOf = ({ type }: MadePart) => `${type}${type === 'header' || type === 'footer' ? '1' : ''}.xml`;
  return makeZip({
    ...Object.fromEntries(
      parts.map((part) => [
        `word/${pathOf(part)}`,
        xml(`<w:${ROOTS[part.type]} ${NAMESPACE}>${part.xml}</w:${ROOTS[part.type]}>`),
      ]),
    ),
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'word/document.xml', '']]),
    'word/_rels/document.xml.rels': relations([
      ['rS', 'styles', 'styles.xml', ''],
      ['rN', 'numbering', 'numbering.xml', ''],
      ['rL', 'hyperlink', link, ' TargetMode="External"'],
      ...parts.map((part, index) => [`rP${index}`, part.type, pathOf(part), ''] as const),
    ]),
    'word/styles.xml': xml(
      `<w:styles ${NAMESPACE}>${['Title', 'heading 1', 'heading 2', 'heading 3']
        .map(
          (name) =>
            `<w:style w:type="paragraph" w:styleId="${styleId(name)}"><w:name w:val="${name}"/></w:style>`,
        )
        .join('')}</w:styles>`,
    ),
    'word/numbering.xml': xml(
      `<w:numbering ${NAMESPACE}>${[0, 1]
        .map(
          (list) =>
            `<w:abstractNum w:abstractNumId="${list}">${[0, 1]
              .map(
                (level) =>
                  `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${list === 0 ? 'bullet' : 'decimal'}"/></w:lvl>`,
              )
              .join('')}</w:abstractNum>`,
        )
        .join(
          '',
        )}${[0, 1].map((list) => `<w:num w:numId="${list + 1}"><w:abstractNumId w:val="${list}"/></w:num>`).join('')}</w:numbering>`,
    ),
    'word/document.xml': xml(
      `<w:document ${NAMESPACE}><w:body>${blocks.map(blockXml).join('')}</w:body></w:document>`,
    ),
  });
}

export function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
}

function blockXml(block: MadeBlock): string {
  if ('xml' in block) return block.xml;
  if ('table' in block)
    return `<w:tbl>${block.table
      .map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join('')}</w:tr>`)
      .join('')}</w:tbl>`;
  if ('item' in block)
    return `<w:p><w:pPr><w:numPr><w:ilvl w:val="${block.level ?? 0}"/><w:numId w:val="${block.ordered ? 2 : 1}"/></w:numPr></w:pPr>${run(block.item)}</w:p>`;
  const style = block.style === undefined ? '' : `<w:pPr><w:pStyle w:val="${styleId(block.style)}"/></w:pPr>`;
  return `<w:p>${style}${run(block.text)}</w:p>`;
}

function styleId(name: string): string {
  return name.replace('heading ', 'Heading');
}

function relations(
  all: readonly (readonly [id: string, type: string, target: string, mode: string])[],
): string {
  return xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
      .map(
        ([id, type, target, mode]) =>
          `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${escaped(target)}"${mode}/>`,
      )
      .join('')}</Relationships>`,
  );
}

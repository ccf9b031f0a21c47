import { describe, expect, it } from 'vitest';
import { makeDocx, run } from './makeDocx';
import { makeZip } from './makeZip';
import { problemOf, textIn } from './read';

describe('a document is read as Markdown', () => {
  it('with headings, paragraphs, lists in lists, and tables', async () => {
    const bytes = makeDocx([
      { text: 'City trees', style: 'Title' },
      { text: 'They give shade & <cool> the air.' },
      { text: 'Kinds', style: 'heading 2' },
      { item: 'Lime' },
      { item: 'small-leaved', level: 1 },
      { item: 'Oak' },
      { item: 'Plant', ordered: true },
      { item: 'Water', ordered: true },
      {
        table: [
          ['tree', 'height | m'],
          ['Lime', '30'],
        ],
      },
      { text: '# not a heading' },
    ]);
    expect(await textIn(bytes, 'trees.docx')).toEqual({
      kind: 'text',
      type: 'docx',
      text: [
        '# City trees',
        'They give shade & <cool> the air.',
        '## Kinds',
        '- Lime\n   - small-leaved\n- Oak',
        '1. Plant\n2. Water',
        '| tree | height \\| m |\n| --- | --- |\n| Lime | 30 |',
        '\\# not a heading',
      ].join('\n\n'),
      notes: [],
    });
  });

  it('links are their text alone, whatever they lead to; text that looks like markup stays text (case B1)', async () => {
    const link = `<w:p><w:hyperlink r:id="rL">${run('click')}</w:hyperlink>${run(' <script>alert(1)</script>')}</w:p>`;
    const { text } = await textIn(makeDocx([{ xml: link }], 'javascript:alert(1)'), 'a.docx');
    expect(text).toBe('click <script>alert(1)</script>');
  });

  it('tracked changes are read as accepted, and told', async () => {
    const changed = `<w:p>${run('We ')}<w:del w:id="1"><w:r><w:delText>never</w:delText></w:r></w:del><w:ins w:id="2">${run('always')}</w:ins>${run(' pay.')}</w:p>`;
    const { text, notes } = await textIn(makeDocx([{ xml: changed }]), 'a.docx');
    expect([text, notes.map(({ code }) => code)]).toEqual(['We always pay.', ['DOCUMENT_CHANGES']]);
    const moved = `<w:p><w:moveFrom w:id="1">${run('Gone. ')}</w:moveFrom>${run('Here.')}</w:p><w:p><w:moveTo w:id="2">${run('There.')}</w:moveTo></w:p>`;
    const other = await textIn(makeDocx([{ xml: moved }]), 'a.docx');
    expect([other.text, other.notes.length]).toEqual(['Here.\n\nThere.', 1]);
  });

  it('A2 footnotes and endnotes stand behind the text, headers and footers once, numbers of pages and comments nowhere', async () => {
    const noted = `<w:p>${run('Costs rose')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' by 5 percent')}<w:r><w:endnoteReference w:id="3"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>`;
    const section =
      '<w:sectPr><w:headerReference w:type="default" r:id="rP3"/><w:headerReference w:type="first" r:id="rP3"/><w:footerReference w:type="default" r:id="rP4"/></w:sectPr>';
    const bytes = makeDocx([{ xml: noted }, { xml: section }], '', [
      { type: 'footnotes', xml: `<w:footnote w:id="2"><w:p>${run('Without energy.')}</w:p></w:footnote>` },
      { type: 'endnotes', xml: `<w:endnote w:id="3"><w:p>${run('The ledger.')}</w:p></w:endnote>` },
      { type: 'comments', xml: `<w:comment w:id="0" w:author="A"><w:p>${run('Really?')}</w:p></w:comment>` },
      { type: 'header', xml: `<w:p>${run('Valid from ')}${run('1 May &')}</w:p>` },
      { type: 'footer', xml: `<w:p>${run('Page ')}${run('3')}${run(' of 9')}</w:p>` },
    ]);
    const { text, notes } = await textIn(bytes, 'a.docx');
    expect(text).toBe(
      [
        'Costs rose[1] by 5 percent[2]',
        '# Notes',
        '1. Without energy.\n2. The ledger.',
        '# Headers and footers',
        'Valid from 1 May &',
      ].join('\n\n'),
    );
    expect(notes.map(({ code }) => code)).toEqual(['DOCUMENT_COMMENTS']);
  });

  it('A2 hidden text is left out and told, soft hyphens are not in words', async () => {
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>Secret</w:t></w:r>';
    const shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>Plain</w:t></w:r>';
    const bytes = makeDocx([
      { xml: `<w:p>${hidden}${shown}<w:r><w:t> co</w:t><w:softHyphen/><w:t>operation</w:t></w:r></w:p>` },
    ]);
    const { text, notes } = await textIn(bytes, 'a.docx');
    expect([text, notes.map(({ code }) => code)]).toEqual(['Plain cooperation', ['DOCUMENT_HIDDEN_TEXT']]);
  });

  it('A2 cells that stand beside several rows count for each of them, and the others stay below their heads', async () => {
    const cell = (text: string, merged = '') =>
      `<w:tc><w:tcPr>${merged}</w:tcPr><w:p>${text && run(text)}</w:p></w:tc>`;
    const [starts, goesOn] = ['<w:vMerge w:val="restart"/>', '<w:vMerge/>'];
    const long = 'A text that says more than a label does. '.repeat(6);
    const rows = [
      cell('Region') + cell('2024', '<w:gridSpan w:val="2"/>') + cell('Note'),
      cell('North', starts) + cell('1') + cell('2') + cell(long, starts),
      cell('', goesOn) + cell('3') + cell('4') + cell('', goesOn),
    ];
    const bytes = makeDocx([{ xml: `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>` }]);
    expect((await textIn(bytes, 'a.docx')).text).toBe(
      [
        '| Region | 2024 |  | Note |',
        '| --- | --- | --- | --- |',
        `| North | 1 | 2 | ${long.trim()} |`,
        '| North | 3 | 4 |  |',
      ].join('\n'),
    );
  });
});

describe('a document that cannot be read is told (case A4, I9)', () => {
  const whole = makeDocx([{ text: 'Hello' }]);
  const claiming = (size: number) => {
    const bytes = whole.slice();
    const view = new DataView(bytes.buffer);
    for (let place = 0; place < bytes.length - 46; place++) {
      if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, size, true);
    }
    return bytes;
  };

  it.each<[what: string, bytes: Uint8Array, code: string]>([
    ['cut off', whole.slice(0, whole.length - 30), 'FILE_DAMAGED'],
    [
      'with XML that breaks off',
      makeZip({ 'word/document.xml': '<w:document><w:body><w:p>' }),
      'FILE_DAMAGED',
    ],
    ['without text', makeDocx([{ text: '' }]), 'FILE_NO_TEXT'],
    ['that is a bomb', claiming(60_000_000), 'FILE_TOO_LARGE'],
    ['that claims to be smaller than it is', claiming(40), 'FILE_DAMAGED'],
    [
      'of entities in entities',
      makeZip({
        'word/document.xml': `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replace(/./g, (one) => `<!ENTITY ${one} "${`&${String.fromCharCode(one.charCodeAt(0) - 1)};`.repeat(10)}">`)}]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&h;</w:t></w:r></w:p></w:body></w:document>`,
      }),
      'FILE_DAMAGED',
    ],
  ])('%s', async (_, bytes, code) => {
    expect((await problemOf(bytes, 'a.docx')).code).toBe(code);
  });
});

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

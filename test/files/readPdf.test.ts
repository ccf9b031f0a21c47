import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base';
import { pageAt } from '../../src/files';
import { piecesOf } from '../../src/files/pdf/piece';
import { linesAt, makePdf, pdfOf } from './makePdf';
import { bytesOf, problemOf, textIn } from './read';

const PROSE = 'The lime stands in the shade of the hall,';

describe('a PDF is read as Markdown', () => {
  it('with headings by size, paragraphs by distance, rows of tables across, and where pages begin', async () => {
    const bytes = makePdf([
      [
        { text: 'City trees', x: 50, y: 800, size: 20 },
        ...linesAt(50, 770, [`${PROSE} exam-`, 'ined once a year.', 'It is old.']),
        ...linesAt(50, 700, ['A new paragraph begins here.']),
        { text: 'Heights', x: 50, y: 670, size: 14 },
        ...linesAt(50, 640, ['Lime', 'Oak']),
        ...linesAt(200, 640, ['30 m', '25 m']),
      ],
      linesAt(50, 800, ['The second page.']),
    ]);
    const { text, pages = [], notes } = await textIn(bytes, 'trees.pdf');
    expect(text).toBe(
      [
        '# City trees',
        `${PROSE} examined once a year. It is old.`,
        'A new paragraph begins here.',
        '## Heights',
        'Lime   30 m\nOak   25 m',
        'The second page.',
      ].join('\n\n'),
    );
    expect(pageAt(pages, text.indexOf('It is old'))?.number).toBe(1);
    expect(pageAt(pages, text.indexOf('The second'))?.number).toBe(2);
    expect(notes).toEqual([]);
  });

  it('A2 a hyphen at the end of a line stays in words that are written with it', async () => {
    const lines = [
      'A well-known state-',
      'of-the-art rule: a well-',
      'known end, termi-',
      'nated as the Anglo-',
      'Saxon one',
    ];
    expect((await textIn(makePdf([linesAt(50, 700, lines)]), 'a.pdf')).text).toBe(
      'A well-known state-of-the-art rule: a well-known end, terminated as the Anglo- Saxon one',
    );
  });

  it('A2 what repeats at the edges of pages stands once, which is told; figures of a page stay', async () => {
    const bytes = makePdf(
      [1, 2, 3].map((page) => [
        { text: 'Ardent Ltd', x: 50, y: 810 },
        ...linesAt(50, 700, ['The same sentence.', `Only page ${page * 7} has this.`, 'The end.']),
        { text: 'Sum: 500', x: 50, y: 60 },
        { text: `Page ${page} of 3`, x: 50, y: 30 },
      ]),
    );
    const { text, pages = [], notes } = await textIn(bytes, 'a.pdf');
    const body = (page: number) => `The same sentence. Only page ${page * 7} has this. The end.`;
    expect(text).toBe(
      ['Ardent Ltd', body(1), 'Sum: 500', 'Page 1 of 3', body(2), 'Sum: 500', body(3), 'Sum: 500'].join(
        '\n\n',
      ),
    );
    expect(pageAt(pages, text.indexOf('page 21'))?.number).toBe(3);
    expect(notes.map(({ message }) => message)).toEqual([
      '“Ardent Ltd” and one more line stand on most pages, and are read once.',
    ]);
  });

  it('two columns one after the other, below a title that crosses both', async () => {
    const left = [
      'Left one is a line of prose,',
      'left two is a line of prose,',
      'left three is a line of prose.',
    ];
    const right = left.map((line) => line.replace('eft', 'ight').replace(/^L/, 'R').replace(/^l/, 'r'));
    const bytes = makePdf([
      [
        { text: 'A title that crosses both of the columns of this page, and goes on', x: 50, y: 800 },
        ...linesAt(50, 760, left),
        ...linesAt(320, 758, right),
      ],
    ]);
    expect((await textIn(bytes, 'a.pdf')).text).toBe(
      [
        'A title that crosses both of the columns of this page, and goes on',
        left.join(' '),
        right.join(' '),
      ].join('\n\n'),
    );
  });

  it('a page that lies on its side is read upright, line by line', async () => {
    const lines = ['Orders of the north', 'arrive on Monday'];
    const content = lines.map((line, at) => `BT /F 10 Tf 0 1 -1 0 ${100 + at * 12} 50 Tm (${line}) Tj ET`);
    const bytes = pdfOf([{ content: bytesOf(content.join('\n')), filter: '[]' }]);
    expect((await textIn(bytes, 'a.pdf')).text).toBe('Orders of the north arrive on Monday');
  });

  it('what was filled into a form stands beside its label; ticked boxes and passwords are told apart', async () => {
    const { text } = await textIn(formOf(), 'a.pdf');
    expect(text).toContain('Name: Ann Smith');
    expect(text).not.toContain('hunter2');
  });

  it('bits of a line in Hebrew or Arabic stand in their order, from right to left', () => {
    const bit = (str: string, left: number) => ({
      str,
      transform: [10, 0, 0, 10, left, 700],
      width: 30,
      height: 10,
    });
    const shalom = [bit('שלום', 100), bit('עולם', 67)];
    expect(piecesOf(shalom).map(({ text }) => text)).toEqual(['שלום עולם']);
    expect(piecesOf([bit('world', 100), bit('hello', 67)]).map(({ text }) => text)).toEqual(['hello world']);
  });

  it('pages without text are told by number', async () => {
    const { notes } = await textIn(makePdf([linesAt(50, 800, ['Text.']), null]), 'a.pdf');
    expect(notes.map(({ code, message }) => [code, message])).toEqual([
      ['PAGES_WITHOUT_TEXT', 'Page 2 holds no text.'],
    ]);
  });

  it('whatever its name says', async () => {
    const { notes, type } = await textIn(makePdf([linesAt(50, 800, ['Text.'])]), 'a.docx');
    expect([type, notes[0]?.code]).toEqual(['pdf', 'FILE_MISLABELLED']);
  });
});

describe('a PDF that cannot be read is told (case A4, I9)', () => {
  const whole = makePdf([linesAt(50, 800, ['Text.'])]);

  it.each<[what: string, bytes: () => Uint8Array, code: string]>([
    ['a scan', () => makePdf([null, null]), 'FILE_NO_TEXT'],
    ['cut after its head', () => whole.slice(0, 60), 'FILE_DAMAGED'],
    [
      'with a password',
      () =>
        pdfOf(
          [{ content: zlibSync(new Uint8Array(4)), filter: '/FlateDecode' }],
          `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
        ),
      'FILE_ENCRYPTED',
    ],
  ])('%s', async (_, bytes, code) => {
    const problem = await problemOf(bytes(), 'a.pdf');
    expect([problem.code, problem.help !== '']).toEqual([code, true]);
  });

  it.each([
    ['a stream', (bomb: Uint8Array) => ({ content: bomb, filter: '/FlateDecode' })],
    [
      'a stream in a stream',
      (bomb: Uint8Array) => ({ content: zlibSync(bomb), filter: '[/FlateDecode /FlateDecode]' }),
    ],
  ])('a bomb in %s, with the limit lowered to 200 KB', async (_, stream) => {
    const most = LIMITS.fileUnpackedBytes;
    Reflect.set(LIMITS, 'fileUnpackedBytes', most / 1_000);
    try {
      expect((await problemOf(pdfOf([stream(bombOf(most / 1_000 + 1))]), 'a.pdf')).code).toBe(
        'FILE_TOO_LARGE',
      );
    } finally {
      Reflect.set(LIMITS, 'fileUnpackedBytes', most);
    }
  });

  function bombOf(size: number): Uint8Array {
    return zlibSync(new Uint8Array(size), { level: 9 });
  }
});

/** A form with a field of text and one of a password, as a program would write them; without a table of objects. */
function formOf(): Uint8Array {
  const content = 'BT /F 10 Tf 50 705 Td (Name:) Tj ET';
  const field = '/Type /Annot /Subtype /Widget /FT /Tx /P 3 0 R';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [5 0 R 6 0 R] /Resources << /Font << /F 7 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< ${field} /T (name) /V (Ann Smith) /Rect [80 700 300 720] >>`,
    `<< ${field} /T (secret) /Ff 8192 /V (hunter2) /Rect [80 660 300 680] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  const written = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return bytesOf(`%PDF-1.7\n${written}trailer\n<< /Root 1 0 R >>\n%%EOF\n`);
}

import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base';
import { pageAt } from '../../src/files';
import { linesAt, makePdf, pdfOf } from './makePdf';
import { problemOf, textIn } from './read';

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

import { zlibSync } from 'fflate';

/** A text at a place of a page, in points from its lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** 10 where it is not said. */
  readonly size?: number;
}

/** Lines of a page, from its top downwards. */
export function linesAt(x: number, top: number, lines: readonly string[], size = 10): PlacedText[] {
  return lines.map((text, index) => ({ text, x, y: top - index * size * 1.2, size }));
}

/** A PDF of pages with texts in Helvetica; a page of `null` holds a picture alone. */
export function makePdf(pages: readonly (readonly PlacedText[] | null)[]): Uint8Array {
  return pdfOf(
    pages.map((texts) => ({ content: zlibSync(latin(contentOf(texts))), filter: '/FlateDecode' })),
  );
}

/** A PDF of which one page has that content, packed so many times. */
export function pdfOf(
  contents: readonly { content: Uint8Array; filter: string }[],
  trailer = '',
): Uint8Array {
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [
      `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    ],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    ...contents.flatMap(({ content, filter }, index) => [
      [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      ],
      [`<< /Length ${content.length} /Filter ${filter} >>\nstream\n`, content, '\nendstream'],
    ]),
  ];
  const parts: Uint8Array[] = [latin('%PDF-1.7\n')];
  const places: number[] = [];
  let place = 9;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? latin(part) : part;
    parts.push(bytes);
    place += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(place);
    write(`${index + 1} 0 obj\n`);
    for (const part of object) write(part);
    write('\nendobj\n');
  }
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = place;
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Uint8Array.from(Buffer.concat(parts));
}

function contentOf(texts: readonly PlacedText[] | null): string {
  if (texts === null) return '0.5 g 50 50 400 600 re f';
  return texts
    .map(
      ({ text, x, y, size = 10 }) =>
        `BT /F ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
    )
    .join('\n');
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

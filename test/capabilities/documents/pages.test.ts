import { expect, test } from 'vitest';
import { z } from 'zod';
import { readFile } from '#files';
import type { FileDocument } from '#plan';
import { documentReader, memoryBlobs } from '#runtime';
import { linesAt, makePdf } from '../../files/makePdf';
import { call } from '../../notation/calling';

const FOUND = z.object({ passages: z.array(z.json()) });
const ANSWER = z.object({
  text: z.string(),
  citations: z.array(z.object({ page: z.int(), quote: z.string() })),
});

test('A2, W8 a citation of a PDF names the page, also where a part goes on over it', async () => {
  const bytes = makePdf([
    [
      { text: 'Street trees', x: 50, y: 800, size: 20 },
      ...linesAt(50, 770, ['The report was written by the council of the city.']),
    ],
    linesAt(50, 800, ['Lime trees cool a street by 4 degrees in the month of July.']),
  ]);
  const blobs = memoryBlobs();
  const hash = await blobs.write(bytes.slice());
  const document: FileDocument = {
    id: 'trees',
    name: 'trees',
    kind: 'pdf',
    file: { hash, bytes: bytes.length, type: 'application/pdf', name: 'trees.pdf' },
  };
  const around = { documents: [document], reader: documentReader({ blobs, readFile }) };
  const question = 'By how many degrees do lime trees cool a street?';

  const found = await call('documents.search', { query: question }, around);
  const { passages } = FOUND.parse(found);
  expect(passages[0]).toMatchObject({ page: 2, heading: 'Street trees' });

  const { text, citations } = ANSWER.parse(await call('documents.answer', { question, passages }, around));
  expect(citations[0]).toMatchObject({
    page: 2,
    quote: 'Lime trees cool a street by 4 degrees in the month of July.',
  });
  expect(text).toContain('1. trees, “Street trees”, page 2');
});

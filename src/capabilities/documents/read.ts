import { defineCapability } from '../defineCapability';
import { documentOf } from '../documentOf';
import { wordsOf } from '../text/measure';
import { z } from '../zod';
import { passages } from './passage';
import { nameOf, sectionsOf } from './sections';
import { textOf } from './textOf';

export const read = defineCapability({
  id: 'documents.read',
  title: 'Read document',
  description: 'Gives the whole text of one document, and its sections as passages.',
  input: z.strictObject({
    document: z.string().min(1).meta({ title: 'Document', description: 'Id of the document.' }),
  }),
  output: z.object({ document: z.string(), name: z.string(), text: z.string(), words: z.int(), passages }),
  effect: 'read',
  icon: 'book-open-text',
  tags: ['documents'],
  async run({ document: id }, { documents, readDocument }) {
    const document = textOf(await readDocument(documentOf(documents, id)));
    return {
      document: id,
      name: nameOf(document),
      text: document.text,
      words: wordsOf(document.text).length,
      passages: sectionsOf(document).map((section) => ({ ...section })),
    };
  },
});

import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { call, csv, failureOf, markdown } from '../../notation/calling';

const documents = [
  markdown(
    'trees',
    `# Trees

Planting season begins in autumn.

## Cooling

A row of street trees lowers the air temperature of a street by 1.5 degrees. Shade protects the road.

## Water

Young trees need water in the first three summers after planting.`,
  ),
  markdown(
    'survey',
    `# A second look

## Cooling

A row of street trees lowers the air temperature of a street by 0.4 degrees.

## Water

Young trees need water most of all in the first three summers after planting.`,
  ),
  markdown('roofs', '# Roofs\n\nWhite roofs reflect the sunlight. They do not cool the street below.'),
  csv('sales', 'tree,price\nstreet tree,3'),
];
const find = (query: string, rest: object = {}) =>
  call('documents.search', { query, ...rest }, { documents });
const passagesOf = (found: Json) => Object(found).passages;

describe('A2 documents.search finds passages by BM25', () => {
  test('best first, with document, heading and text', async () => {
    const [first] = passagesOf(await find('How much do street trees cool the air?'));
    expect(first).toMatchObject({ document: expect.stringMatching(/trees|survey/), heading: 'Cooling' });
    expect(first.score).toBeGreaterThan(0);
  });

  test('plural, case and endings do not matter', async () => {
    const documentsFor = async (query: string) =>
      passagesOf(await find(query)).map((one: { id: string }) => one.id);
    expect(await documentsFor('WHITE ROOF')).toEqual(await documentsFor('white roofs'));
    expect(await documentsFor('reflecting')).toEqual(['roofs#1']);
  });

  test('ids are stable and name document and place', async () => {
    const ids = passagesOf(await call('documents.read', { document: 'trees' }, { documents }));
    expect(ids.map((one: { id: string }) => one.id)).toEqual(['trees#1', 'trees#2', 'trees#3']);
    expect(await find('water')).toEqual(await find('water'));
  });

  test('tables are not searched, other documents can be chosen', async () => {
    const found = passagesOf(await find('tree', { documents: ['survey'], limit: 9 }));
    expect(new Set(found.map((one: { document: string }) => one.document))).toEqual(new Set(['survey']));
    const all = passagesOf(await find('price', { limit: 9 }));
    expect(all).toEqual([]);
  });

  test('nothing found is an empty list', async () => {
    expect(await find('zeppelin')).toEqual({ passages: [], text: '' });
    expect(await find('the of and')).toEqual({ passages: [], text: '' });
  });

  test('T8 refuses what it cannot do', async () => {
    expect(
      await failureOf('documents.search', { query: 'x' }, { documents: [csv('a', 'b\n1')] }),
    ).toMatchObject({
      code: 'NO_DOCUMENTS',
    });
    expect(
      await failureOf('documents.search', { query: 'x', documents: ['gone'] }, { documents }),
    ).toMatchObject({
      code: 'DOCUMENT_UNKNOWN',
      help: 'The documents are: "trees", "survey", "roofs", "sales".',
    });
    expect(await failureOf('documents.read', { document: 'gone' })).toMatchObject({
      code: 'DOCUMENT_UNKNOWN',
    });
  });
});

describe('A2 documents.read cuts at headings and, where long, between paragraphs', () => {
  const sections = async (text: string) =>
    passagesOf(await call('documents.read', { document: 'd' }, { documents: [markdown('d', text)] })).map(
      (one: { heading: string; text: string }) => [one.heading, one.text.length],
    );

  test('what looks like a heading in a code block is none', async () => {
    expect(await sections('# A\n\n```\n# not a heading\n```\n\ntext')).toHaveLength(1);
  });

  test('a long section is cut at a paragraph, a long paragraph is not', async () => {
    const paragraph = 'word '.repeat(100).trim();
    expect(await sections(`# A\n\n${paragraph}\n\n${paragraph}\n\n${paragraph}`)).toHaveLength(3);
    expect(await sections(`# A\n\n${'word '.repeat(900)}`)).toHaveLength(1);
  });

  test('an empty document has no passages', async () => {
    expect(await sections('')).toEqual([]);
  });
});

describe('A2 documents.compare is simple and honest', () => {
  const compare = async (query: string) =>
    call(
      'documents.compare',
      { passages: passagesOf(await find(query, { limit: 9 })), question: query },
      { documents },
    );

  test('different figures differ, equal statements agree', async () => {
    const compared = Object(await compare('street trees temperature water'));
    expect(compared.differences.map(textsOf)).toEqual([
      [expect.stringContaining('1.5 degrees'), expect.stringContaining('0.4 degrees')],
    ]);
    expect(compared.agreements.map(textsOf)).toEqual([
      [expect.stringContaining('first three summers'), expect.stringContaining('first three summers')],
    ]);
    expect(compared.text).toContain('The sources differ:');
  });

  test('yes and no differ', async () => {
    const passages = [
      { document: 'a', text: 'White roofs cool the street below the building.' },
      { document: 'b', text: 'White roofs do not cool the street below the building.' },
    ];
    expect(Object(await call('documents.compare', { passages })).differences).toHaveLength(1);
  });

  test('one document alone has nothing to compare with', async () => {
    const passages = [
      { document: 'a', text: 'White roofs cool the street. White roofs cool the street well.' },
    ];
    expect(await call('documents.compare', { passages })).toEqual({
      agreements: [],
      differences: [],
      text: 'No two sources say something about the same thing.',
    });
  });
});

describe('A2 documents.answer quotes and cites', () => {
  const answer = async (question: string, rest: object = {}) => {
    const passages = passagesOf(await find(question, { limit: 6 }));
    return Object(await call('documents.answer', { question, passages, ...rest }, { documents }));
  };

  test('every sentence is in its source, and its number names document and heading', async () => {
    const { text, citations } = await answer('How much do street trees lower the air temperature?');
    expect(citations.length).toBeGreaterThan(0);
    for (const { number, quote, document, name, heading } of citations) {
      const source = documents.find(({ id }) => id === document)?.text.replace(/\s+/g, ' ');
      expect(source).toContain(quote);
      expect(text).toContain(`${quote} [${number}]`);
      expect(text).toContain(`${number}. ${name}, “${heading}”`);
    }
  });

  test('a short sentence and an item of a list answer like any other', async () => {
    const lease = {
      id: 'lease',
      kind: 'text' as const,
      text: 'The deposit is 2850 EUR.\n\n- Keys (Anna has them)',
    };
    const passages = [{ document: 'lease', text: lease.text }];
    const quoted = async (question: string) =>
      Object(await call('documents.answer', { question, passages }, { documents: [lease] })).citations.map(
        ({ quote }: { quote: string }) => quote,
      );
    expect(await quoted('How much is the deposit?')).toEqual(['The deposit is 2850 EUR.']);
    expect(await quoted('Who has the keys?')).toEqual(['Keys (Anna has them)']);
  });

  test('a comparison is added, nothing found is said', async () => {
    expect((await answer('tree water', { comparison: 'The sources agree.' })).text).toContain(
      'The sources agree.',
    );
    expect(await answer('zeppelin')).toEqual({
      text: 'I find no sentence about “zeppelin” in the documents: ask in words that stand in them.',
      citations: [],
    });
  });
});

function textsOf(pair: { statements: { text: string }[] }): string[] {
  return pair.statements.map(({ text }) => text).toSorted((left, right) => (left < right ? 1 : -1));
}

import { describe, expect, test } from 'vitest';
import { describeDocuments } from '#capabilities';
import type { ColumnReading } from '#plan';
import { columnExits } from '#question';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const HOMES = csv(
  'homes',
  'Home,City,Price,Viewed,Size\na,Rome,"$473,500",1:30,12 pcs\nb,Oslo,POA,2:15,8 pcs\nc,Rome,"$250,000",0:45,3 pcs\nd,Bonn,"$310,250",3:05,7\n',
);
const exits = (question: string) => columnExits(question, describeDocuments([HOMES]));
const refusal = (question: string) => planOf(question, [HOMES]).problems[0]?.message;
const price: ColumnReading = { name: 'Price', type: 'number', read: 'decimal-point', unit: '$' };

describe('W8, E8 a question that needs a column of text to be something else', () => {
  test.each([
    'average price',
    'top 2 homes by price',
    'homes with a price over 300000',
    'list homes sorted by price',
    'most expensive home',
    'average price by city',
    'highest price',
  ])('%s: refused with the column, the cells that do not fit, and the reading', (question) => {
    expect(refusal(question)).toBe(
      'I cannot plan this: “Price” is text: read as numbers in $, one cell does not fit, the first is “POA” in row 2; it stays text until you say so.',
    );
    // `$473,500` alone could have three decimals: a person says which.
    expect(exits(question)).toEqual([
      { document: 'homes', column: price },
      { document: 'homes', column: { ...price, read: 'decimal-comma' } },
    ]);
  });

  test('read so, it is answered, and the answer says what is missing', async () => {
    const { text } = await ask('highest price', [{ ...HOMES, columns: [price] }]);
    expect(text).toContain('473,500');
    expect(text).toContain('without 1 cell of Price that cannot be read');
    expect(columnExits('highest price', describeDocuments([{ ...HOMES, columns: [price] }]))).toEqual([]);
  });

  test('a time of day or a duration: both are offered, and neither is guessed', () => {
    expect(refusal('total viewed')).toMatch(/“Viewed” is text such as '1:30'; say whether it is .*durations/);
    expect(exits('total viewed').map(({ column }) => [column.type, column.read])).toEqual([
      ['time', 'clock'],
      ['duration', 'hours-minutes'],
      ['duration', 'minutes-seconds'],
    ]);
  });

  test('a unit that some cells lack', () => {
    expect(exits('total size')).toEqual([
      { document: 'homes', column: { name: 'Size', type: 'number', read: 'decimal-point', unit: 'pcs' } },
    ]);
    expect(refusal('total size')).toMatch(/“Size” is text: read as numbers in pcs/);
  });

  test('what needs no figure of it is answered as before, and what would not help is not offered', async () => {
    expect((await ask('how many homes', [HOMES])).text).toContain('**4**');
    expect((await ask('homes by city', [HOMES])).text).toContain('Rome (2)');
    expect(exits('how many homes')).toEqual([]);
    expect(exits('what is the weather')).toEqual([]);
    expect(exits('total sunshine')).toEqual([]);
  });
});

describe('W8, E8 words that say that there is no number', () => {
  const MARKS = csv(
    'marks',
    'Pupil,Form,Maths\nAnn,7A,80\nBen,7A,abs\nCleo,7B,50\nDan,7B,65\nEve,7B,absent\n',
  );
  const HOUSES = csv(
    'houses',
    'Ref,City,Price,Rooms\nR1,Oslo,"$1,473,500",2\nR2,Oslo,POA,5\nR3,Bonn,"$300,000",3\n',
  );

  test.each([
    ['average maths', MARKS, /“abs” and “absent” are none\) is \*\*65\*\* \(from 3 of 5 rows/],
    ['average maths by form', MARKS, /7A \(80.*7B \(57\.5/],
    ['who has the best maths mark', MARKS, /Ann \(80\)/],
    ['how many pupils have more than 60 in maths', MARKS, /is \*\*2\*\*/],
    ['cheapest house', HOUSES, /“POA” is none\): R3 \(300,000\)/],
    ['houses under 1 million', HOUSES, /R3/],
    ['what is the price of R2', HOUSES, /POA/],
    ['how many houses are POA', HOUSES, /Price = POA\) is \*\*1\*\*/],
  ] as const)('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toMatch(said);
  });

  test('any other word may mean a number, and stays to be said by a person', () => {
    const stock = csv('stock', 'Item,Left\nbolt,12\nnut,plenty\nnail,30\nscrew,7\n');
    expect(planOf('total left', [stock]).plan).toBeNull();
  });
});

describe('E8 who has a first name and a surname', () => {
  const CLASS = csv(
    'class',
    'Surname,First name,Form,English\nBerg,Ann,7A,80\nLund,Ann,7A,abs\nBerg,Tom,7B,90\nDahl,Ida,7B,40\n',
  );

  test('is no first name alone, and the marks of a subject are not added up', async () => {
    expect(planOf('who is the best in english', [CLASS]).plan).toBeNull();
    expect((await ask('which form is best in english', [CLASS])).text).toMatch(/7B \(90/);
  });
});

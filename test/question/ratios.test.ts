import { describe, expect, test } from 'vitest';
import type { WorkspaceDocument } from '#plan';
import { ask, planOf } from './asking';

const TOURS: WorkspaceDocument = {
  id: 'tours',
  kind: 'csv',
  text: 'City,Guide,Guests,Tours,Fee,Rating\nRome,Ann,10,2,200,4\nRome,Ben,5,1,,5\nOslo,Ann,8,4,160,4\nOslo,Cid,,3,90,3\nBern,Cid,20,5,500,5\nBern,Ann,0,1,0,4\n',
};

describe('A5 one amount divided by another', () => {
  test.each([
    'Fee per guest by city',
    'Fee per Guests by City',
    'Fee divided by Guests by City',
    'Fee / Guests by City',
    'Fee/Guests for each city',
  ])('%s: the ratio of the sums, of the rows that have both', async (question) => {
    const { text, said } = await ask(question, [TOURS]);
    expect(text).toContain('Total Fee divided by total Guests by City (of rows with both Fee and Guests)');
    expect(said.rows).toEqual([
      { City: 'Rome', ratio_Fee_divided_by_Guests: 20 },
      { City: 'Oslo', ratio_Fee_divided_by_Guests: 20 },
      { City: 'Bern', ratio_Fee_divided_by_Guests: 25 },
    ]);
  });

  test('of all rows it is one figure, which counts the rows that have both', async () => {
    const { text } = await ask('Fee divided by Tours', [TOURS]);
    expect(text).toContain('is **63.33** (from 5 of 6 rows; 1 has no value)');
  });

  test('groups are ranked by it, and divided by nothing it is nothing', async () => {
    expect((await ask('which city has the highest fee divided by guests', [TOURS])).text).toContain(
      'Bern (25)',
    );
    expect((await ask('fee / guests by guide', [TOURS])).text).toContain('Ben (no value)');
  });

  test.each([
    ['fee per tour', 'say “divided by Tours”'],
    ['average fee per guest', 'say “divided by Guests”'],
    ['share of fee divided by guests by city', 'a share is of one sum or of a count'],
    ['fee by guests', '“Guests” has 5 different numbers in 6 rows, which make no groups'],
    ['total fee by city and guests', 'which make no groups'],
  ])('%s: refused, and the reason says what would work', (question, reason) => {
    expect(planOf(question, [TOURS]).problems[0]?.message).toContain(reason);
  });

  test('a rating makes groups', async () => {
    expect((await ask('total fee by rating', [TOURS])).text).toContain('Rating 4, total Fee 360');
  });
});

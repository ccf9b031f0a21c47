import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const answer = async (question: string, name: string, text: string) =>
  (await ask(question, [csv(name, text)])).text;
const refusal = (question: string, name: string, text: string) => {
  const { plan, problems } = planOf(question, [csv(name, text)]);
  expect(plan, question).toBeNull();
  return problems[0]?.message ?? '';
};

describe('A5 the name of a file is a word like others', () => {
  const STOCK = 'sku,name,stock,status\n1,Lamp,5,out of stock\n2,Desk,0,in stock\n3,Bed,7,in stock\n';
  const BARE = 'sku,name,qty\n1,Lamp,5\n2,Desk,0\n3,Bed,7\n';

  test.each(['stock', 'items', 'units', 'lamps', 'status'])(
    'a file “%s” changes nothing where a column or a value of that name is meant',
    async (name) => {
      expect(await answer('total stock', name, STOCK)).toContain('**12**');
      expect(await answer('stock by status', name, STOCK)).toContain('Total stock by status');
      expect(await answer('how many rows are out of stock', name, STOCK)).toContain(
        '(status = out of stock) is **1**',
      );
      expect(await answer('what is the stock of Bed', name, STOCK)).toContain('is **7**');
    },
  );

  test('out of stock is what there are no pieces of, where one column counts them', async () => {
    expect(await answer('how many are out of stock', 'stock', BARE)).toContain('(qty = 0) is **1**');
  });

  test.each([
    ['how many hours', 'hours', 'person,project,spent\nAnn,Alpha,3\nBob,Beta,4\n'],
    ['hours per project', 'hours', 'person,project,spent,cost\nAnn,Alpha,3,1\nBob,Beta,4,2\n'],
    ['member number by town', 'members', 'name,town\nAnn,Rome\nBob,Oslo\n'],
    ["what's the member number of Ann", 'members', 'no,name\n007,Ann\n008,Bob\n'],
    ['red items in stock', 'stock', 'name,colour,qty\nLamp,red,5\nDesk,blue,0\nBed,red,0\n'],
    ['paid hours in Alpha', 'hours', 'person,project,paid,spent\nAnn,Alpha,yes,3\nBob,Beta,no,4\n'],
    ['who worked the most hours', 'hours', 'person,project,cost\nAnn,Alpha,3\nBob,Beta,4\n'],
  ])('%s: no count of rows', (question, name, text) => {
    refusal(question, name, text);
  });

  test('money that went out is ranked without its sign, whatever names the column beside the verb', async () => {
    const bank = 'payee,amount\nRent,-900\nNews,-5\nFood,-60\nFood,-20\nWork,2000\n';
    for (const question of ['top 2 payees by amount spent', 'top 2 payees by spending'])
      expect(await answer(question, 'bank', bank)).toContain('Rent (900) and Food (80)');
  });

  test('things that rows are stay countable', async () => {
    expect(await answer('how many members', 'members', 'name,town\nAnn,Rome\nBob,Oslo\n')).toContain('**2**');
    expect(await answer('members by town', 'members', 'name,town\nAnn,Rome\nBob,Oslo\n')).toContain(
      'Rome (1)',
    );
  });
});

describe('A5 a word that is near another one', () => {
  const TASKS = 'task,stage,visitors\nDig,Open,5\nSow,Done,6\n';

  test('is read as it where only a slip makes the difference, and the answer says so', async () => {
    for (const word of ['vistors', 'visitosr', 'visitorrs', 'visitars'])
      expect(await answer(`total ${word}`, 'tasks', TASKS)).toMatch(
        new RegExp(`“${word}” is read as “visitors?”.*\\*\\*11\\*\\*`),
      );
  });

  test('is another word where one letter of a short one differs', () => {
    expect(refusal('paint the tasks', 'tasks', TASKS)).toContain('“paint”');
    expect(refusal('tasks by stake', 'tasks', TASKS)).toContain('stake');
  });
});

describe('A5 what a column of text can say', () => {
  const GRADES = 'pupil,grade,points\nAnn,A,5\nBob,B,6\nCid,A,9\n';

  test('it has no highest and no best; with a figure it has', async () => {
    for (const question of ['best grade', 'highest grade', 'the worst grade', 'lowest pupil'])
      expect(refusal(question, 'grades', GRADES)).toMatch(/is text, which has no highest and no best/);
    expect(await answer('which grade has the most points', 'grades', GRADES)).toContain('A (14)');
  });

  test('a look-up shows the cell, and calls it by its column', async () => {
    expect(await answer('what is the grade of Bob', 'grades', GRADES)).toMatch(/\| Bob \| B \|/);
    expect(await answer('what is the grade of Bob', 'grades', GRADES)).not.toContain('Number of rows');
    expect(await answer('what is the points of Bob', 'grades', GRADES)).toContain(
      'Points (pupil = Bob) is **6**',
    );
  });

  const PUPILS = 'student id,name,class,score\n1,Ann,9C,5\n2,Ann,9c,6\n3,Bob,9A,7\n1,Ann,9C,8\n';

  test('an id of several rows: the answer says what it counted', async () => {
    expect(await answer('how many students', 'students', PUPILS)).toContain(
      'each row counts; 3 different student id',
    );
  });

  test('values that differ in capitals are one, in filters and groups, and both say so', async () => {
    for (const question of ['how many rows in 9C', 'average score in 9c', 'average score by class'])
      expect(await answer(question, 'students', PUPILS)).toContain('“9C” and “9c” are one class');
    expect(await answer('average score in 9A', 'students', PUPILS)).not.toContain('are one class');
  });
});

describe('E8 a question in another language is told so, whatever words of the table it uses', () => {
  const TABLE = 'student,class,score\nAnn,9C,5\nBob,9A,6\n';

  test.each([
    'cuántos students por class',
    'cuantos students hay en 9C',
    'promedio de score por class',
    'wie viele students pro class',
    'durchschnitt score pro class',
    'was ist der score von Bob',
    'combien de students par class',
    'moyenne score par class',
    'quantos students em 9C',
    'qual a média de score',
    'quanti students in 9C',
    'quanto score per class',
  ])('%s', (question) => {
    expect(refusal(question, 'students', TABLE)).toMatch(/reads English/);
  });

  test('English is not', async () => {
    expect(await answer('what was the average score per class', 'students', TABLE)).toContain('9C');
  });
});

import { describe, expect, test } from 'vitest';
import { describeDocuments } from '#capabilities';
import { nextQuestions, suggestQuestions } from '#question';
import { csv } from '../notation/calling';
import { ask } from './asking';

const SALES = csv(
  'sales',
  [
    'order_id,city,seller,day,revenue',
    '1,Bergen,Ada,2026-01-04,10',
    '2,Turku,Ada,2026-02-04,30',
    '3,Bergen,Ebo,2026-02-05,5',
  ].join('\n'),
);

describe('E8 questions made from the columns and headings that are there', () => {
  test('of a table: figures by groups, over time, and the best; each is answered', async () => {
    const questions = suggestQuestions(describeDocuments([SALES]));
    expect(questions.slice(0, 3)).toEqual([
      'Total revenue by city, largest first',
      'Total revenue by month',
      'Total revenue by seller',
    ]);
    for (const question of questions) expect((await ask(question, [SALES])).text, question).not.toBe('');
  });

  test('temperatures are averaged, what is counted goes first, and units stay whole', async () => {
    const weather = csv(
      'weather',
      ['day,sky,temp °C,rain mm', '2026-01-04,fog,3,1', '2026-01-05,sun,5,0', '2026-02-01,fog,9,4'].join(
        '\n',
      ),
    );
    const meter = csv('meter', ['Month,Power kWh', '2026-01,10', '2026-02,30'].join('\n'));
    const hot = csv(
      'hot',
      ['day,sky,temp °C', '2026-01-04,fog,3', '2026-01-05,sun,5', '2026-02-01,fog,9'].join('\n'),
    );
    const first = (table: typeof weather) => suggestQuestions(describeDocuments([table]))[0];
    expect(first(weather)).toBe('Total rain mm by sky, largest first');
    expect(first(meter)).toBe('Total Power kWh by month');
    expect(suggestQuestions(describeDocuments([meter]))).not.toContain('How many rows by month');
    expect(first(hot)).toBe('Average temp °C by sky, largest first');
    expect((await ask('Total Power kWh by month', [meter])).text).toContain('2026-01 (10) and 2026-02 (30)');
  });

  test('ids are no figures and no groups; a table of texts is counted', () => {
    const texts = csv('names', ['id,colour', '1,red', '2,blue', '3,red'].join('\n'));
    expect(suggestQuestions(describeDocuments([texts]))).toEqual([
      'How many rows by colour',
      'How many rows',
    ]);
  });

  test('of a head in another language the unit says that it is money, and nobody asks for the top 5 of three', () => {
    const text =
      'Datum;Region;Produkt;Menge;Umsatz\n01.02.2026;Nord;Apfel;12;1.234,50 €\n15.02.2026;Süd;Birne;4;987,00 €\n03.03.2026;Nord;Birne;7;2.100,25 €\n17.03.2026;West;Apfel;20;10,00 €\n21.03.2026;Süd;Kirsche;5;310,10 €\n';
    const questions = suggestQuestions(describeDocuments([{ id: 'umsatz', kind: 'csv', text }]));
    expect(questions.slice(0, 3)).toEqual([
      'Total Umsatz by Region, largest first',
      'Total Umsatz by month',
      'Total Umsatz by Produkt',
    ]);
  });

  test('of a text: its headings; nothing of what holds nothing', () => {
    const notes = {
      id: 'notes',
      name: 'Notes',
      kind: 'markdown' as const,
      text: '# Harvest\n\nThe late one.\n',
    };
    expect(suggestQuestions(describeDocuments([notes]))).toEqual(['What does it say about Harvest?']);
    expect(suggestQuestions({})).toEqual([]);
  });
});

describe('E8 questions that carry on from one that was asked', () => {
  const next = (asked: string) => nextQuestions(asked, describeDocuments([SALES]));

  test('its figure, with its condition, by what it was not grouped by; never the question itself', async () => {
    const asked = 'Total revenue by city where seller is Ada';
    const questions = next(asked);
    expect(questions.slice(0, 2)).toEqual([
      'Total revenue by month where seller is Ada',
      'Total revenue by seller where seller is Ada',
    ]);
    expect(next('total revenue by month')).not.toContain('Total revenue by month');
    // By time is by time, whatever the period.
    expect(next('lowest revenue by year')).not.toContain('Lowest revenue by month');
    for (const question of questions) expect((await ask(question, [SALES])).text, question).not.toBe('');
  });

  test('of what was not understood: those to begin with', () => {
    expect(next('a poem')).toEqual(suggestQuestions(describeDocuments([SALES])));
  });
});

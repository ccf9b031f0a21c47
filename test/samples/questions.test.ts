import { describe, expect, test } from 'vitest';
import { own, seededRandom } from '#base';
import type { Workspace } from '#plan';
import { runToRest, sample } from './hosting';

const CITIES = ['Porto', 'Oslo', 'Gdansk', 'Lyon', 'Bergen', 'Turin'];
const KINDS = ['bicycle', 'scooter', 'tram'];

/** Journeys of random length and price: numbers that no planner has seen before. */
function journeys(seed: number) {
  const { below: whole } = seededRandom(seed);
  return Array.from({ length: 230 }, (_, index) => ({
    day: `${2025 + (index % 2)}-${String(1 + whole(12)).padStart(2, '0')}-${String(1 + whole(28)).padStart(2, '0')}`,
    city: CITIES[whole(CITIES.length)] ?? '',
    kind: KINDS[whole(KINDS.length)] ?? '',
    minutes: 5 + whole(90),
    price: whole(2_000) / 100,
  }));
}

type Journey = ReturnType<typeof journeys>[number];

function withTable(rows: readonly Journey[]): Workspace {
  const lines = rows.map((row) => Object.values(row).join(','));
  const text = ['day,city,kind,minutes,price', ...lines].join('\n');
  return { ...sample('ask-a-table'), documents: [{ id: 'journeys', name: 'Journeys', kind: 'csv', text }] };
}

async function answerTo(question: string, rows: readonly Journey[]): Promise<string> {
  const { view } = await runToRest(withTable(rows), { question });
  expect(view.error).toBeNull();
  return String(own(view.outputs, 'answer')).replaceAll(',', '');
}

const sum = (rows: readonly Journey[], column: 'price' | 'minutes') =>
  rows.reduce((total, row) => total + row[column], 0);
const rounded = (number: number) => String(Number(number.toFixed(2)));

describe.each([3, 17])(
  'A5 questions about a table of random numbers (seed %i) get the right answer',
  (seed) => {
    const rows = journeys(seed);

    test('filter', async () => {
      const answer = await answerTo('Show the tram journeys in Oslo', rows);
      const kept = rows.filter(({ kind, city }) => kind === 'tram' && city === 'Oslo');
      for (const row of kept)
        expect(answer).toContain(`| ${row.day} | Oslo | tram | ${row.minutes} | ${row.price.toFixed(2)} |`);
    });

    test('group', async () => {
      const answer = await answerTo('What is the total price by city?', rows);
      for (const city of CITIES) {
        const total = sum(
          rows.filter((row) => row.city === city),
          'price',
        );
        expect(answer).toMatch(new RegExp(`\\| ${city} \\| ${rounded(total).replace('.', '\\.')}0* \\|`));
      }
    });

    test('top n', async () => {
      const answer = await answerTo('Which 3 cities have the highest total minutes in 2026?', rows);
      const year = rows.filter(({ day }) => day.startsWith('2026'));
      const totals = CITIES.map((city) => ({
        city,
        total: sum(
          year.filter((row) => row.city === city),
          'minutes',
        ),
      }));
      const ranked = totals.toSorted((left, right) => right.total - left.total);
      const places = ranked.slice(0, 3).map(({ city, total }) => answer.indexOf(`| ${city} | ${total} |`));
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
      for (const { city } of ranked.slice(3)) expect(answer).not.toContain(`| ${city} |`);
    });

    test('average', async () => {
      const answer = await answerTo('What was the average price of a bicycle journey?', rows);
      const kept = rows.filter(({ kind }) => kind === 'bicycle');
      expect(answer).toContain(rounded(sum(kept, 'price') / kept.length));
    });

    test('count', async () => {
      const answer = await answerTo('How many journeys took more than 60 minutes?', rows);
      expect(answer).toContain(`**${rows.filter(({ minutes }) => minutes > 60).length}**`);
    });
  },
);

test('A5 a question beyond its reach gets a plain no, and what it can', async () => {
  const { view } = await runToRest(withTable(journeys(1)), { question: 'Will it rain tomorrow?' });
  expect(view.status).toBe('failed');
  expect(view.error?.message).toMatch(/cannot plan/i);
  expect(view.error?.help).toMatch(/filter|count|average/i);
});

import { readFileSync } from 'node:fs';

/** The sample table, read without the product's own reader. */
const SAMPLE = new URL('../../public/samples/ask-a-table.planloom.json', import.meta.url);

/** How much more revenue each region had in 2026 than in the same months of 2025; the one that grew most first. */
export function growthByRegion(): readonly { readonly region: string; readonly change: number }[] {
  const sales = salesOf(JSON.parse(readFileSync(SAMPLE, 'utf8')).documents[0].text);
  const lastDay =
    sales
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? '';
  const lastMonth = lastDay.slice(5, 7);
  const both = sales.filter(({ date }) => date.slice(5, 7) <= lastMonth);
  const change = new Map<string, number>();
  for (const { date, region, revenue } of both)
    change.set(region, (change.get(region) ?? 0) + (date.startsWith('2026') ? revenue : -revenue));
  return [...change]
    .map(([region, figure]) => ({ region, change: Number(figure.toFixed(2)) }))
    .toSorted((one, other) => other.change - one.change);
}

function salesOf(csv: string) {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell]));
    return { date: cells.date ?? '', region: cells.region ?? '', revenue: Number(cells.revenue) };
  });
}

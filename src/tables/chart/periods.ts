/** The periods that charts know: years, quarters, months and days, as `table.period` writes them. */
const KINDS = [
  { form: /^\d{4}$/, next: (text: string) => String(Number(text) + 1).padStart(4, '0') },
  { form: /^\d{4}-Q[1-4]$/, next: nextQuarter },
  { form: /^\d{4}-(?:0[1-9]|1[0-2])$/, next: nextMonth },
  { form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, next: nextDay },
] as const;

/** More missing periods than these, and the chart shows the ones that are there. */
const MOST_FILLED = 400;

/**
 * All periods from the first to the last, also those that nothing is known of; null where the texts are no periods of one kind.
 *
 * @example everyPeriod(['2026-03', '2025-12']) // ['2025-12', '2026-01', '2026-02', '2026-03']
 */
export function everyPeriod(texts: readonly string[]): readonly string[] | null {
  const kind = KINDS.find(({ form }) => texts.every((text) => form.test(text)));
  const sorted = texts.toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (kind === undefined || first === undefined || last === undefined) return null;
  const all = [first];
  while (all.length <= MOST_FILLED) {
    const at = all.at(-1) ?? last;
    if (at >= last) return all;
    all.push(kind.next(at));
  }
  return sorted;
}

function nextQuarter(text: string): string {
  const [year, quarter] = [Number(text.slice(0, 4)), Number(text.slice(6))];
  return quarter === 4 ? `${year + 1}-Q1` : `${year}-Q${quarter + 1}`;
}

function nextMonth(text: string): string {
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5))];
  return month === 12 ? `${year + 1}-01` : `${year}-${two(month + 1)}`;
}

function nextDay(text: string): string {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (day < daysIn(year, month)) return `${text.slice(0, 8)}${two(day + 1)}`;
  return `${nextMonth(text.slice(0, 7))}-01`;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

// Reads the tables in ./tables, works out the answer to every question and writes questions.json.
// "node answers.mjs --print" also prints each question with its answer, for proofreading.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const text = (f) => readFileSync(join(HERE, 'tables', f), 'utf8');

// ---------- reading files
function cells(src, sep) {
  const s = src.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n');
  const rows = []; let row = [], cur = '', quoted = false;
  for (let i = 0; i < s.length; i++) {
    const c = s[i];
    if (quoted) {
      if (c === '"') { if (s[i + 1] === '"') { cur += '"'; i++; } else quoted = false; } else cur += c;
    } else if (c === '"' && cur === '') quoted = true;
    else if (c === sep) { row.push(cur); cur = ''; }
    else if (c === '\n') { row.push(cur); rows.push(row); row = []; cur = ''; }
    else cur += c;
  }
  if (cur !== '' || row.length) { row.push(cur); rows.push(row); }
  const head = rows.shift();
  return rows.map((r) => { if (r.length !== head.length) throw new Error('ragged row ' + r); return Object.fromEntries(head.map((h, i) => [h, r[i]])); });
}
const must = (ok, what) => { if (!ok) throw new Error(what); };
const num = (x, what) => { must(Number.isFinite(x), 'not a number: ' + what); return x; };
const deN = (s) => num(Number(s.replace(/[^\d,-]/g, '').replace(',', '.')), s);
const usN = (s) => num(Number(s.replace(/[^\d.-]/g, '')), s);
const ymd = (y, m, d) => Date.UTC(y, m - 1, d) / 864e5;
const deD = (s) => { const [d, m, y] = s.split('.').map(Number); return num(ymd(y, m, d), s); };
const usD = (s) => { const [m, d, y] = s.split('/').map(Number); return num(ymd(y, m, d), s); };
const isoD = (s) => { const [y, m, d] = s.slice(0, 10).split('-').map(Number); return num(ymd(y, m, d), s); };
const MON = { Jan: 1, Feb: 2, Mar: 3, Apr: 4, May: 5, Jun: 6, Jul: 7, Aug: 8, Sep: 9, Oct: 10, Nov: 11, Dec: 12 };
const wordD = (s) => { const [d, m, y] = s.split(' '); return num(ymd(+y, MON[m], +d), s); };
const iso = (d) => new Date(d * 864e5).toISOString().slice(0, 10);
const month = (d) => iso(d).slice(0, 7);
const year = (d) => iso(d).slice(0, 4);
const quarter = (d) => year(d) + '-Q' + Math.ceil(+iso(d).slice(5, 7) / 3);
const WD = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekday = (d) => WD[new Date(d * 864e5).getUTCDay()];

const customers = cells(text('customers.csv'), ';').map((r) => ({ no: r['Customer no'], name: r.Name, type: r.Type, city: r.City, country: r.Country, since: deD(r['Customer since']), mail: r.Email }));
const orders = cells(text('orders.csv'), ';').map((r) => ({ no: r['Order no'], who: r['Customer no'], date: deD(r['Order date']), ship: r['Ship date'] ? deD(r['Ship date']) : null, product: r.Product, cat: r.Category, qty: deN(r.Quantity), total: r.Total ? deN(r.Total) : null, status: r.Status.trim().toLowerCase(), pay: r.Payment }));
const deals = cells(text('pipeline.csv'), ',').map((r) => ({ id: r['Deal ID'], acc: r['Account Name'], rep: r['Sales Rep'], region: r.Region[0].toUpperCase() + r.Region.slice(1), stage: r.Stage.trim().toLowerCase(), list: usN(r['List Price (USD)']), value: usN(r['Deal Value (USD)']), off: usN(r['Discount (%)']), prob: usN(r['Probability (%)']), made: usD(r['Created Date']), close: /\d/.test(r['Expected Close']) ? usD(r['Expected Close']) : null }));
const hm = (s) => { const [h, m] = s.split(':').map(Number); return num(h * 60 + m, s); };
const sheets = cells(text('timesheets.csv'), ',').map((r) => ({ id: r['Emp ID'], who: r.Employee, date: isoD(r.Date), proj: r.Project, plan: hm(r.Planned), mins: hm(r.Worked), bill: /^y/i.test(r.Billable) ? true : /^n/i.test(r.Billable) ? false : null, ok: r['Approved by'] }));
const gone = (s) => ['', '-', 'n/a'].includes(s.trim());
const tickets = cells(text('tickets.tsv'), '\t').map((r) => ({ id: r.Ticket, open: Date.parse(r.Opened), openText: r.Opened, closed: gone(r.Closed) ? null : Date.parse(r.Closed), prio: r.Priority.toLowerCase(), team: r.Team, agent: gone(r.Agent) ? null : r.Agent, channel: r.Channel, desc: r.Description, sat: gone(r.Satisfaction) ? null : +r.Satisfaction }));
const n0 = (x) => (x === undefined || x === null || x === '' ? null : num(Number(x), x));
const stock = JSON.parse(text('inventory.json')).map((o) => ({ ...o, stock: n0(o.stock), reorderLevel: n0(o.reorderLevel), unitPrice: n0(o.unitPrice), supplier: o.supplier || null, counted: o.lastCounted ? isoD(o.lastCounted) : null }));
const surveyAll = cells(text('survey.csv'), ',').map((r) => ({ key: JSON.stringify(r), id: r.Response, date: wordD(r.Date), course: r.Course, who: r.Instructor, overall: r['Overall (1-5)'], pace: gone(r['Pace (1-5)']) ? null : +r['Pace (1-5)'], mat: gone(r['Materials (1-5)']) ? null : +r['Materials (1-5)'], rec: gone(r['Recommend (0-10)']) ? null : num(parseInt(r['Recommend (0-10)'], 10), r.Response) }));
const survey = surveyAll.filter((r, i) => surveyAll.findIndex((x) => x.key === r.key) === i);
must(new Set(survey.map((r) => r.id)).size === survey.length, 'a response id stands for two different rows');
const bankN = (s) => { const neg = /-$/.test(s) || /^\(/.test(s); const v = deN(s.replace(/[-()]/g, '')); return neg ? -v : v; };
const bank = cells(text('bank.csv'), ';').map((r) => ({ date: deD(r['Booking date']), payee: r.Payee, cat: r.Category, amount: bankN(r['Amount (EUR)']), balance: bankN(r['Balance (EUR)']) }));
bank.forEach((b, i) => i && must(Math.abs(bank[i - 1].balance + b.amount - b.balance) < 0.005, 'balance does not run on'));
const kwh = (s) => (/\d/.test(s) ? deN(s) : null);
const energyAll = cells(text('energy.csv').replace(/^#.*\n/, ''), ';').map((r) => ({ meter: r.Meter, house: r.Building, type: r.Type, q: [kwh(r.Q1), kwh(r.Q2), kwh(r.Q3), kwh(r.Q4)], before: kwh(r['Year 2024']) }));
const energy = energyAll.filter((r) => r.meter !== 'Total');

// ---------- small arithmetic
const sum = (a) => a.reduce((s, x) => s + x, 0);
const have = (a) => a.filter((x) => x !== null);
const mean = (a) => { must(a.length, 'mean of nothing'); return sum(a) / a.length; };
const median = (a) => { const s = [...a].sort((x, y) => x - y); const m = s.length >> 1; must(s.length, 'median of nothing'); return s.length % 2 ? s[m] : (s[m - 1] + s[m]) / 2; };
const by = (a, f) => { const m = new Map(); for (const x of a) { const k = f(x); if (!m.has(k)) m.set(k, []); m.get(k).push(x); } return m; };
const rowsOf = (m, f) => [...m].map(([k, v]) => [k, f(v)]);
const down = (rows) => [...rows].sort((a, b) => b[b.length - 1] - a[a.length - 1]);
const byLabel = (rows) => [...rows].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
// the first n after sorting; stops if place n and n+1 are level, or (strict) any two of the first n are
const top = (rows, n, strict = true) => {
  const s = down(rows); const v = (i) => Math.round(s[i][s[i].length - 1] * 1e6);
  for (let i = 0; i < n && i + 1 < s.length; i++) if (i === n - 1 || strict) must(v(i) !== v(i + 1), 'a tie: ' + JSON.stringify(s.slice(0, n + 1)));
  return s.slice(0, n);
};
const round = (x) => (typeof x === 'number' ? Math.round(x * 1e4) / 1e4 : x);

// ---------- answer shapes
const value = (v, unit = null, tolerance = 0.005, more = {}) => ({ value: round(v), unit, tolerance, ...more });
const count = (n) => ({ count: n });
const values = (list, column) => { must(new Set(list).size === list.length, 'label twice'); return { values: [...list], ...(column ? { column } : {}) }; };
const rows = (list, unit = null, ordered = false, tolerance = 0.005, more = {}) => ({ rows: list.map((r) => r.map(round)), unit, ordered, tolerance, ...more });
const yes = (b, more = {}) => ({ yes: b, ...more });
const refuse = (why) => ({ refuse: why });
const anyOf = (...pairs) => ({ anyOf: pairs.map(([reading, a]) => ({ reading, ...a })) });

const list = [];
const ask = (table, kind, question, columns, answer, note = '', more = {}) => list.push({ table, question, answer, kind, columns, note, ...more });

// ======================= orders.csv
const O = 'orders.csv', OC = ['orders.csv', 'customers.csv'];
const kept = orders.filter((o) => o.status !== 'cancelled');
const tot = (a) => sum(have(a.map((o) => o.total)));
const inYear = (y) => (o) => year(o.date) === y;

ask(O, 'sum', 'What is the total of all orders placed in 2025, leaving out the cancelled ones?', ['Total', 'Order date', 'Status'], value(tot(kept.filter(inYear('2025'))), 'EUR'), '"Cancelled" is spelled in four ways; all count as cancelled. Empty totals add nothing.');
ask(O, 'count', 'Wie viele Bestellungen wurden storniert?', ['Status'], count(orders.filter((o) => o.status === 'cancelled').length), 'German: how many orders were cancelled. All spellings of cancelled count.', { mark: 'language', language: 'de' });
ask(O, 'empty', 'which shipped orders have no ship date', ['Order no', 'Status', 'Ship date'], values(orders.filter((o) => o.status === 'shipped' && o.ship === null).map((o) => o.no), 'Order no'));
ask(O, 'average', 'average order total per category, cancelled orders not included', ['Total', 'Category', 'Status'], rows(byLabel(rowsOf(by(kept, (o) => o.cat), (g) => mean(have(g.map((o) => o.total))))), 'EUR'), 'Orders with an empty total are left out of the average.');
ask(O, 'median', 'median order total in December 2025', ['Total', 'Order date'], value(median(have(orders.filter((o) => month(o.date) === '2025-12').map((o) => o.total))), 'EUR', 0.01), 'Every order of the month counts, whatever its status.');
ask(O, 'top-n', 'top 5 products by quantity ordered', ['Product', 'Quantity'], rows(top(rowsOf(by(orders, (o) => o.product), (g) => sum(g.map((o) => o.qty))), 5), null, true), 'Nothing is said about the status, so every order counts.');
ask(O, 'top-n-per-group', 'For each category, which product brought in the most money? Count only shipped orders.', ['Category', 'Product', 'Total', 'Status'], rows([...by(orders.filter((o) => o.status === 'shipped'), (o) => o.cat)].map(([k, g]) => [k, ...top(rowsOf(by(g, (o) => o.product), tot), 1)[0]]).sort(), 'EUR'), 'Each row: category, product, sum of Total.');
ask(O, 'by-quarter', 'order total by quarter in 2025 without cancelled and returned orders', ['Total', 'Order date', 'Status'], rows(byLabel(rowsOf(by(kept.filter((o) => o.status !== 'returned').filter(inYear('2025')), (o) => quarter(o.date)), tot)), 'EUR'));
ask(O, 'having', 'customers with more than 8 orders', ['Customer no'], values(rowsOf(by(orders, (o) => o.who), (g) => g.length).filter((r) => r[1] > 8).map((r) => r[0]).sort(), 'Customer no'), 'The table alone gives customer numbers; every order counts.');
ask(O, 'share', 'out of all orders, what percentage was paid with paypal', ['Payment'], value(100 * orders.filter((o) => o.pay === 'PayPal').length / orders.length, '%', 0.05), 'Share of the number of orders. Orders with an empty payment are orders too.');
ask(O, 'show-rows', 'show me the orders over 1000 euros since 1 October 2025 that were not cancelled', ['Order no', 'Total', 'Order date', 'Status'], values(kept.filter((o) => o.total !== null && o.total > 1000 && o.date >= ymd(2025, 10, 1)).map((o) => o.no), 'Order no'));
ask(O, 'period-comparison', 'Compare the order total from July to December 2024 with July to December 2025', ['Total', 'Order date'], rows(['2024', '2025'].map((y) => [`${y}-07 to ${y}-12`, tot(orders.filter((o) => inYear(y)(o) && +month(o.date).slice(5) >= 7))]), 'EUR'), 'Two numbers are asked for; the difference may be added. Every status counts.');
ask(O, 'column-difference', 'I\'d like to know how many days it takes us on average from the day somebody orders until the day we ship', ['Order date', 'Ship date'], value(mean(orders.filter((o) => o.ship !== null).map((o) => o.ship - o.date)), 'days', 0.05), 'Only orders that have a ship date.');
ask(O, 'unanswerable', 'why did people cancel their orders', [], refuse('The table has a status but no reasons.'), '', { mark: 'unanswerable' });
ask(O, 'ambiguous', 'total revenue', ['Total', 'Status'], anyOf(
  ['sum of Total over every order', value(tot(orders), 'EUR')],
  ['without cancelled orders', value(tot(kept), 'EUR')],
  ['without cancelled and returned orders', value(tot(kept.filter((o) => o.status !== 'returned')), 'EUR')],
  ['shipped orders only', value(tot(orders.filter((o) => o.status === 'shipped')), 'EUR')]), 'A good answer says which orders it counted.', { mark: 'ambiguous' });
ask(O, 'by-weekday', 'On which weekday do we get the most orders?', ['Order date'], (() => { const [w, n] = top(rowsOf(by(orders, (o) => weekday(o.date)), (g) => g.length), 1)[0]; return rows([[w, n]]); })(), 'The weekday is asked for; the number may be left out.');
ask(O, 'distinct', 'how many diffrent products were ordered with payment Vorkasse', ['Product', 'Payment'], count(new Set(orders.filter((o) => o.pay === 'Vorkasse').map((o) => o.product)).size), 'Typo on purpose.');

const cust = new Map(customers.map((c) => [c.no, c]));
const known = kept.filter((o) => cust.has(o.who));
ask(OC, 'join', 'What is the total order value per country, without cancelled orders?', ['orders.Total', 'orders.Customer no', 'orders.Status', 'customers.Customer no', 'customers.Country'], rows(byLabel(rowsOf(by(known, (o) => cust.get(o.who).country), tot)), 'EUR', false, 0.005, { extraBlankGroup: round(tot(kept.filter((o) => !cust.has(o.who)))) }), 'Three orders carry a customer number that is not in the customer list; an extra row without a country may show them.');
ask(OC, 'join', 'names of the 3 customers who ordered for the most money, cancelled orders dont count', ['orders.Total', 'orders.Customer no', 'orders.Status', 'customers.Customer no', 'customers.Name'], rows(top(rowsOf(by(known, (o) => cust.get(o.who).name), tot), 3), 'EUR', true), 'The names are asked for; the sums may be left out.');
ask(OC, 'join', 'which customers have never placed an order', ['orders.Customer no', 'customers.Customer no', 'customers.Name'], values(customers.filter((c) => !orders.some((o) => o.who === c.no)).map((c) => c.name), 'Name'), 'A cancelled order was placed too.');
ask(OC, 'join', 'How many orders came from business customers in Austria?', ['orders.Customer no', 'customers.Customer no', 'customers.Type', 'customers.Country'], count(orders.filter((o) => cust.get(o.who)?.type === 'business' && cust.get(o.who).country === 'Austria').length), 'Every status counts.');
ask(OC, 'join', 'which orders belong to a customer number that is not in the customer list', ['orders.Order no', 'orders.Customer no', 'customers.Customer no'], values(orders.filter((o) => !cust.has(o.who)).map((o) => o.no), 'Order no'));
ask(OC, 'join', 'private vs business customers: average order total', ['orders.Total', 'orders.Customer no', 'customers.Customer no', 'customers.Type'], rows(byLabel(rowsOf(by(orders.filter((o) => cust.has(o.who)), (o) => cust.get(o.who).type), (g) => mean(have(g.map((o) => o.total))))), 'EUR', false, 0.005, { extraBlankGroup: round(mean(have(orders.filter((o) => !cust.has(o.who)).map((o) => o.total)))) }), 'Average over orders, not over customers. Every status counts. An extra row for unknown customers is fine.');

// ======================= customers.csv
const C = 'customers.csv';
ask(C, 'by-year', 'new customers per year', ['Customer since'], rows(byLabel(rowsOf(by(customers, (c) => year(c.since)), (g) => g.length))));
ask(C, 'sort', 'list the customers from Austria, newest first', ['Name', 'Country', 'Customer since'], (() => { const l = customers.filter((c) => c.country === 'Austria').sort((a, b) => b.since - a.since); l.forEach((c, i) => i && must(c.since !== l[i - 1].since, 'same day')); return values(l.map((c) => c.name), 'Name'); })(), 'Here the order of the list counts.', { orderedValues: true });
ask(C, 'min', 'who has been our customer the longest', ['Name', 'Customer since'], values(top(customers.map((c) => [c.name, -c.since]), 1).map((r) => r[0]), 'Name'), `The date is ${iso(Math.min(...customers.map((c) => c.since)))}.`);

// ======================= pipeline.csv
const P = 'pipeline.csv';
const won = deals.filter((d) => d.stage === 'closed won'), lost = deals.filter((d) => d.stage === 'closed lost');
const openDeals = deals.filter((d) => !d.stage.startsWith('closed'));
ask(P, 'sum', 'total deal value of closed won deals', ['Deal Value (USD)', 'Stage'], value(sum(won.map((d) => d.value)), 'USD'), 'Two cells are written "closed won" and "Closed Won " with a space; both count.');
ask(P, 'count', 'how many deals are still open, so neither won nor lost?', ['Stage'], count(openDeals.length));
ask(P, 'average', 'Avarage discount by region', ['Discount (%)', 'Region'], rows(byLabel(rowsOf(by(deals, (d) => d.region), (g) => mean(g.map((d) => d.off)))), '%', false, 0.05), 'Plain average over deals, not weighted by value. "west" and "West" are one region. Typo on purpose.');
ask(P, 'max', 'who won the most deals', ['Sales Rep', 'Stage'], rows(top(rowsOf(by(won, (d) => d.rep), (g) => g.length), 1)), 'The name is asked for; the number may be left out.');
ask(P, 'top-n', 'the last five deals we created and what they are worth', ['Deal ID', 'Created Date', 'Deal Value (USD)'], (() => { const t = top(deals.map((d) => [d.id, d.made]), 5, false); return rows(t.map(([id]) => [id, deals.find((d) => d.id === id).value]), 'USD', false, 0.005, { column: 'Deal ID' }); })(), '"Last" means the latest created date. The account name is as good a label as the deal ID.');
ask(P, 'top-n-per-group', 'Show the 2 biggest deals in each region', ['Deal ID', 'Region', 'Deal Value (USD)'], rows([...by(deals, (d) => d.region)].sort().flatMap(([k, g]) => top(g.map((d) => [d.id, d.value]), 2).map((r) => [k, ...r])), 'USD', false, 0.005, { column: 'Deal ID' }), 'Biggest by deal value. Each row: region, deal, value. The account name is as good a label as the deal ID.');
ask(P, 'by-quarter', 'deal value of won deals by quarter created', ['Deal Value (USD)', 'Stage', 'Created Date'], rows(byLabel(rowsOf(by(won, (d) => quarter(d.made)), (g) => sum(g.map((d) => d.value)))), 'USD'));
ask(P, 'share', 'what percent of our closed deals did we win?', ['Stage'], value(100 * won.length / (won.length + lost.length), '%', 0.05), 'Won deals divided by won plus lost deals, by number.');
ask(P, 'filter', 'deals in the West between $10,000 and $20,000, except the lost ones', ['Deal ID', 'Region', 'Deal Value (USD)', 'Stage'], (() => { must(!deals.some((d) => d.value === 10000 || d.value === 20000), 'on the border'); return values(deals.filter((d) => d.region === 'West' && d.value > 10000 && d.value < 20000 && d.stage !== 'closed lost').map((d) => d.id), 'Deal ID'); })());
ask(P, 'column-difference', 'How much money did we give away in discounts on the deals we won, i.e. list price minus deal value?', ['List Price (USD)', 'Deal Value (USD)', 'Stage'], value(sum(won.map((d) => d.list - d.value)), 'USD'));
ask(P, 'ambiguous', 'Who is our best sales rep?', ['Sales Rep', 'Stage', 'Deal Value (USD)'], anyOf(
  ['most money from won deals', rows(top(rowsOf(by(won, (d) => d.rep), (g) => sum(g.map((d) => d.value))), 1), 'USD')],
  ['most won deals', rows(top(rowsOf(by(won, (d) => d.rep), (g) => g.length), 1))],
  ['highest share of closed deals won', rows(top(rowsOf(by([...won, ...lost], (d) => d.rep), (g) => 100 * g.filter((d) => d.stage === 'closed won').length / g.length), 1), '%', false, 0.05)],
  ['most deal value in total, won or not', rows(top(rowsOf(by(deals, (d) => d.rep), (g) => sum(g.map((d) => d.value))), 1), 'USD')]), 'A good answer says what it takes "best" to mean.', { mark: 'ambiguous' });
ask(P, 'having', 'which reps have lost more than 4 deals', ['Sales Rep', 'Stage'], values(rowsOf(by(lost, (d) => d.rep), (g) => g.length).filter((r) => r[1] > 4).map((r) => r[0]).sort(), 'Sales Rep'));
ask(P, 'empty', 'open deals with no expected close date', ['Deal ID', 'Stage', 'Expected Close'], values(openDeals.filter((d) => d.close === null).map((d) => d.id), 'Deal ID'), '"TBD" is not a date, so those deals have none, just like the empty cells.');

// ======================= timesheets.csv
const T = 'timesheets.csv';
const hours = (g) => sum(g.map((s) => s.mins)) / 60;
ask(T, 'sort', 'hours worked per person, highest first', ['Employee', 'Worked'], rows(top(rowsOf(by(sheets, (s) => s.who), hours), 7), 'hours', true, 0.01));
ask(T, 'period-comparison', 'how many more hours did Jörg Pfändler work in March than in February?', ['Employee', 'Date', 'Worked'], (() => { const j = sheets.filter((s) => s.who === 'Jörg Pfändler'); return value(hours(j.filter((s) => month(s.date) === '2025-03')) - hours(j.filter((s) => month(s.date) === '2025-02')), 'hours', 0.01); })());
ask(T, 'share', 'What percentage of all hours worked is marked as billable?', ['Worked', 'Billable'], value(100 * hours(sheets.filter((s) => s.bill)) / hours(sheets), '%', 0.05), 'Yes, yes, YES and y all mean billable. An empty cell is not marked as billable but stays in "all hours".');
ask(T, 'by-weekday', 'worked hours by weekday', ['Date', 'Worked'], rows(WD.map((w) => [w, hours(sheets.filter((s) => weekday(s.date) === w))]), 'hours', false, 0.01));
ask(T, 'yes-no', 'did anybody work on a weekend?', ['Date', 'Worked'], yes(sheets.some((s) => /^S/.test(weekday(s.date))), { because: sheets.filter((s) => /^S/.test(weekday(s.date))).map((s) => s.who + ', ' + iso(s.date)) }));
ask(T, 'column-difference', 'in how many entries did the work take more than an hour longer than planned', ['Planned', 'Worked'], count(sheets.filter((s) => s.mins - s.plan > 60).length), `Exactly one hour longer (${sheets.filter((s) => s.mins - s.plan === 60).length} entries) is not more than an hour.`);
ask(T, 'filter', 'Which employees never worked on Nordlicht?', ['Employee', 'Project'], values([...new Set(sheets.map((s) => s.who))].filter((w) => !sheets.some((s) => s.who === w && s.proj === 'Nordlicht')), 'Employee'));
ask(T, 'unanswerable', 'how many euros did we earn with the billable hours', [], refuse('There is no hourly rate or price in the table.'), '', { mark: 'unanswerable' });
ask(T, 'ambiguous', 'how long is the average working day?', ['Date', 'Worked', 'Employee'], anyOf(
  ['hours per person and day, averaged over those', value(mean(rowsOf(by(sheets, (s) => s.who + s.date), hours).map((r) => r[1])), 'hours', 0.05)],
  ['hours of everybody together per day, averaged over days', value(mean(rowsOf(by(sheets, (s) => s.date), hours).map((r) => r[1])), 'hours', 0.05)],
  ['average of the entries', value(mean(sheets.map((s) => s.mins / 60)), 'hours', 0.05)]), 'Only days with entries count. The first reading is the most natural one.', { mark: 'ambiguous' });
ask(T, 'median', 'median time worked per entry for Altbau 12', ['Project', 'Worked'], value(median(sheets.filter((s) => s.proj === 'Altbau 12').map((s) => s.mins / 60)), 'hours', 0.01));
ask(T, 'filter', 'number of entries since April 15 2025 nobody has approved yet', ['Date', 'Approved by'], count(sheets.filter((s) => s.date >= ymd(2025, 4, 15) && !s.ok).length), 'April 15 itself counts.');

// ======================= tickets.tsv
const K = 'tickets.tsv';
const done = tickets.filter((t) => t.closed !== null);
const took = (t) => (t.closed - t.open) / 36e5;
must(tickets.every((t) => t.openText.slice(0, 7) === new Date(t.open).toISOString().slice(0, 7)), 'month depends on the zone');
ask(K, 'count', 'how many tickets are still not closed', ['Closed'], count(tickets.length - done.length), '"-", "n/a" and an empty cell all mean that there is no closing time.');
ask(K, 'count-by-group', 'Tickets by priority', ['Priority'], rows(byLabel(rowsOf(by(tickets, (t) => t.prio), (g) => g.length))), '"High" and "high" are one priority.');
ask(K, 'column-difference', 'How many hours does it take on average to close an urgent ticket?', ['Priority', 'Opened', 'Closed'], value(mean(done.filter((t) => t.prio === 'urgent').map(took)), 'hours', 0.05), 'The time zones in the stamps matter. Tickets that are not closed are left out.');
ask(K, 'max', 'which ticket took the longest to close', ['Ticket', 'Opened', 'Closed'], rows(top(done.map((t) => [t.id, took(t)]), 1), 'hours', false, 0.05), 'The ticket is asked for; the hours may be left out.');
ask(K, 'filter', 'number of tickets that mention a refund in the description', ['Description'], count(tickets.filter((t) => /refund/i.test(t.desc)).length), 'Upper or lower case does not matter.');
ask(K, 'empty', 'unassigned tickets', ['Ticket', 'Agent'], values(tickets.filter((t) => t.agent === null).map((t) => t.id), 'Ticket'), 'No agent: "-", "n/a" or an empty cell.');
ask(K, 'average', 'avg satisfaction by team, ignore tickets without a rating', ['Satisfaction', 'Team'], rows(byLabel(rowsOf(by(tickets.filter((t) => t.sat !== null), (t) => t.team), (g) => mean(g.map((t) => t.sat)))), null, false, 0.05));
ask(K, 'by-month', 'tickets opend per month', ['Opened'], rows(byLabel(rowsOf(by(tickets, (t) => t.openText.slice(0, 7)), (g) => g.length))), 'The month is the same in every zone used. Typo on purpose.');
ask(K, 'top-n', 'Top 3 agents by number of closed tickets', ['Agent', 'Closed'], rows(top(rowsOf(by(done.filter((t) => t.agent), (t) => t.agent), (g) => g.length), 3, false), null, true));
ask(K, 'show-rows', 'show all high or urgent tickets that are still open', ['Ticket', 'Priority', 'Closed'], values(tickets.filter((t) => t.closed === null && ['high', 'urgent'].includes(t.prio)).map((t) => t.id), 'Ticket'));
ask(K, 'unanswerable', 'which tickets will be reopened next month', [], refuse('The table says nothing about reopened tickets, and nothing about the future.'), '', { mark: 'unanswerable' });

// ======================= inventory.json
const I = 'inventory.json';
ask(I, 'filter', 'negative stock', ['name', 'stock'], values(stock.filter((o) => o.stock !== null && o.stock < 0).map((o) => o.name), 'name'), 'One of the stocks is written as a string.');
ask(I, 'sum', 'What is our stock worth in total (stock times unit price) without the items that are below zero?', ['stock', 'unitPrice'], value(sum(stock.filter((o) => o.stock !== null && o.stock >= 0).map((o) => o.stock * o.unitPrice)), null, 0.01), 'Items with no stock figure add nothing. The file names no currency.');
ask(I, 'filter', 'Which items are below their reorder level?', ['name', 'stock', 'reorderLevel'], values(stock.filter((o) => o.stock !== null && o.reorderLevel !== null && o.stock < o.reorderLevel).map((o) => o.name), 'name'), 'Below, not at. Items with no stock figure or no reorder level are left out.');
ask(I, 'empty', 'items with no supplier', ['name', 'supplier'], values(stock.filter((o) => o.supplier === null).map((o) => o.name), 'name'), 'Missing key, null and an empty string all mean no supplier.');
ask(I, 'filter', 'which item has the ean 900719925474099302', ['name', 'ean'], values(stock.filter((o) => o.ean === '900719925474099302').map((o) => o.name), 'name'), 'Another item differs in the last digit only.');
ask(I, 'yes-no', 'are there two items with the same EAN', ['ean'], yes(new Set(stock.map((o) => o.ean)).size !== stock.length), 'Some differ in the last digit only.');
ask(I, 'top-n-per-group', 'most expensive item in each category', ['category', 'name', 'unitPrice'], rows([...by(stock, (o) => o.category)].map(([k, g]) => [k, ...top(g.map((o) => [o.name, o.unitPrice]), 1)[0]]).sort()), 'Each row: category, item, price. Some prices are written as strings.');
ask(I, 'filter', 'items last counted before 2025 or never counted at all', ['name', 'lastCounted'], values(stock.filter((o) => o.counted === null || o.counted < ymd(2025, 1, 1)).map((o) => o.name), 'name'));
ask(I, 'unanswerable', 'how many claw hammers did we sell last year', [], refuse('The file has stock levels but no sales.'), '', { mark: 'unanswerable' });
ask(I, 'having', 'suppliers with at least 12 items', ['supplier', 'name'], values(rowsOf(by(stock.filter((o) => o.supplier), (o) => o.supplier), (g) => g.length).filter((r) => r[1] >= 12).map((r) => r[0]).sort(), 'supplier'));

// ======================= survey.csv
const S = 'survey.csv';
ask(S, 'ambiguous', 'How many people answered?', ['Response'], anyOf(['responses, a repeated row counted once', count(survey.length)], ['all rows as they stand', count(surveyAll.length)]), 'A good answer mentions that some rows are repeated.', { mark: 'ambiguous' });
ask(S, 'count', 'how many rows are just an exact repeat of an earlier row', ['Response'], count(surveyAll.length - survey.length), 'One row is there three times; that makes two repeats. Rows are compared in all columns.');
ask(S, 'average', 'average recomend score, with repeated rows counted once', ['Recommend (0-10)', 'Response'], value(mean(have(survey.map((r) => r.rec))), null, 0.05), '"7 out of 10" in this column simply means 7. Typo on purpose.');
ask(S, 'max', 'which course got the best average rating for materials? please count duplicate rows only once', ['Course', 'Materials (1-5)', 'Response'], rows(top(rowsOf(by(survey.filter((r) => r.mat !== null), (r) => r.course), (g) => mean(g.map((r) => r.mat))), 1), null, false, 0.05), 'The course is asked for; the average may be left out. Empty and n/a ratings are left out.');
ask(S, 'by-month', 'responses per month, without duplicates', ['Date', 'Response'], rows(byLabel(rowsOf(by(survey, (r) => month(r.date)), (g) => g.length))));
ask(S, 'share', 'What share of the responses gave 9 or 10 for recommend? Leave out duplicate rows.', ['Recommend (0-10)', 'Response'], (() => { must(survey.every((r) => r.rec !== null), 'gap'); return value(100 * survey.filter((r) => r.rec >= 9).length / survey.length, '%', 0.05); })(), '"9 out of 10" counts as 9.');
ask(S, 'empty', 'which responses left the pace rating blank', ['Response', 'Pace (1-5)'], values([...new Set(surveyAll.filter((r) => r.pace === null).map((r) => r.id))], 'Response'));
ask(S, 'distinct', 'Combien de réponses différentes y a-t-il pour le cours Pottery for Beginners ?', ['Course', 'Response'], count(survey.filter((r) => r.course === 'Pottery for Beginners').length), 'French: how many different responses are there for the course. Repeated rows count once.', { mark: 'language', language: 'fr' });
ask(S, 'change', 'did the average materials rating go up from March to April? repeated rows should count once', ['Materials (1-5)', 'Date', 'Response'], (() => { const m = (k) => mean(survey.filter((r) => r.mat !== null && month(r.date) === k).map((r) => r.mat)); const [a, b] = [m('2025-03'), m('2025-04')]; must(Math.abs(a - b) > 0.02, 'too close'); return yes(b > a, { because: [['2025-03', round(a)], ['2025-04', round(b)]] }); })());
ask(S, 'filter', 'overall ratings that do not fit the 1 to 5 scale', ['Response', 'Overall (1-5)'], values([...new Set(surveyAll.filter((r) => !/^[1-5]$/.test(r.overall)).map((r) => r.id))], 'Response'), 'These are the cells with "… out of 10".');

// ======================= bank.csv
const B = 'bank.csv';
const out = bank.filter((b) => b.amount < 0);
const spent = (m) => -sum(out.filter((b) => month(b.date) === m).map((b) => b.amount));
const months = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05', '2025-06'];
ask(B, 'sum', 'How much money came in altogether?', ['Amount (EUR)'], value(sum(bank.filter((b) => b.amount > 0).map((b) => b.amount)), 'EUR'), 'All positive amounts, refunds included.');
ask(B, 'min', 'lowest balance and when was it', ['Balance (EUR)', 'Booking date'], (() => { const [d, v] = top(bank.map((b) => [iso(b.date), -b.balance]), 1)[0]; return rows([[d, -v]], 'EUR'); })(), 'A balance in parentheses is below zero.');
ask(B, 'by-month', 'Balance at the end of each month', ['Balance (EUR)', 'Booking date'], rows(months.map((m) => [m, bank.filter((b) => month(b.date) === m).at(-1).balance]), 'EUR'), 'The balance after the last booking of the month; the file is in booking order.');
ask(B, 'max', 'what was the biggest single payment we made and who got it', ['Amount (EUR)', 'Payee'], (() => { const [p, v] = top(out.map((b) => [b.payee, -b.amount]), 1)[0]; return rows([[p, v]], 'EUR', false, 0.005, { eitherSign: true }); })());
ask(B, 'by-month', 'rent and wages together per month', ['Amount (EUR)', 'Category', 'Booking date'], rows(months.map((m) => [m, -sum(bank.filter((b) => month(b.date) === m && ['Rent', 'Wages'].includes(b.cat)).map((b) => b.amount))]), 'EUR', false, 0.005, { eitherSign: true }));
ask(B, 'yes-no', 'was the account ever overdrawn?', ['Balance (EUR)'], yes(bank.some((b) => b.balance < 0)));
ask(B, 'empty', 'how many bookings after 1 March 2025 have no category', ['Category', 'Booking date'], count(bank.filter((b) => !b.cat && b.date > ymd(2025, 3, 1)).length), 'No booking falls on 1 March itself.');
ask(B, 'yes-no', 'Did we spend more in April than in May, and by how much?', ['Amount (EUR)', 'Booking date'], yes(spent('2025-04') > spent('2025-05'), { because: [['2025-04', round(spent('2025-04'))], ['2025-05', round(spent('2025-05'))]], difference: value(spent('2025-04') - spent('2025-05'), 'EUR', 0.005, { eitherSign: true }) }), 'Spending is the sum of the negative amounts by booking date.');
ask(B, 'ambiguous', 'what do we spend in a typical month', ['Amount (EUR)', 'Booking date'], anyOf(
  ['average of the six monthly sums of outgoing money', value(mean(months.map(spent)), 'EUR', 0.005, { eitherSign: true })],
  ['median of the six monthly sums of outgoing money', value(median(months.map(spent)), 'EUR', 0.01, { eitherSign: true })]), 'A good answer says whether it took the average or the median.', { mark: 'ambiguous' });
ask(B, 'filter', 'number of payments to Holz Eichbichler of up to 300 euros', ['Payee', 'Amount (EUR)'], count(out.filter((b) => b.payee === 'Holz Eichbichler' && -b.amount <= 300).length), 'The refund from the same company is not a payment to it.');
must(!bank.some((b) => b.date === ymd(2025, 3, 1)), 'booking on 1 March');

// ======================= energy.csv
const E = 'energy.csv';
const yr = (r) => sum(r.q.map((v) => v ?? 0));
energyAll.at(-1).q.forEach((v, k) => must(Math.abs(v - sum(energy.map((r) => r.q[k] ?? 0))) < 0.05, 'totals row is off'));
ask(E, 'sum', 'TOTAL CONSUMPTION IN Q3', ['Q3'], value(sum(energy.map((r) => r.q[2])), 'kWh', 0.05), 'The totals row at the end must not be counted on top.');
ask(E, 'sum', 'How much did each building use in the whole of 2025?', ['Building', 'Q1', 'Q2', 'Q3', 'Q4'], rows(byLabel(rowsOf(by(energy, (r) => r.house), (g) => sum(g.map(yr)))), 'kWh', false, 0.05), 'The four quarters together. A missing reading adds nothing.');
ask(E, 'max', 'which meter used the most over all four quarters', ['Meter', 'Q1', 'Q2', 'Q3', 'Q4'], rows(top(energy.map((r) => [r.meter, yr(r)]), 1), 'kWh', false, 0.05), 'The totals row is not a meter.');
ask(E, 'change', 'by how many percent did the use of heat go down from Q1 to Q3', ['Type', 'Q1', 'Q3'], (() => { const h = energy.filter((r) => r.type === 'heat'); must(h.every((r) => r.q[0] !== null && r.q[2] !== null), 'gap'); const [a, b] = [0, 2].map((k) => sum(h.map((r) => r.q[k]))); return value(100 * (a - b) / a, '%', 0.05, { eitherSign: true }); })(), 'Sum over the heat meters.');
ask(E, 'empty', 'meters without a Q4 reading', ['Meter', 'Q4'], values(energy.filter((r) => r.q[3] === null).map((r) => r.meter), 'Meter'), '"-" and "n/a" are not readings.');
ask(E, 'column-difference', 'I would like to know how many of our meters used more energy in 2025, all four quarters taken together, than they did in 2024.', ['Q1', 'Q2', 'Q3', 'Q4', 'Year 2024'], (() => { must(energy.filter((r) => r.q.includes(null)).every((r) => yr(r) < r.before), 'gap matters'); return count(energy.filter((r) => yr(r) > r.before).length); })(), 'The four quarters together against the 2024 column. Meters with a missing reading stay below 2024 either way. The totals row is not a meter.');
ask(E, 'max', 'Welches Gebäude hatte im zweiten Quartal den höchsten Verbrauch?', ['Building', 'Q2'], rows(top(rowsOf(by(energy, (r) => r.house), (g) => sum(g.map((r) => r.q[1] ?? 0))), 1), 'kWh', false, 0.05), 'German: which building had the highest consumption in the second quarter. The number may be left out.', { mark: 'language', language: 'de' });
ask(E, 'unanswerable', 'what was our electricity bill for the second quarter in euros', [], refuse('There are kWh in the table but no prices or amounts of money.'), '', { mark: 'unanswerable' });
ask(E, 'average', 'average Q2 reading of the gas meters', ['Type', 'Q2'], value(mean(have(energy.filter((r) => r.type === 'gas').map((r) => r.q[1]))), 'kWh', 0.05));

// ---------- write
must(list.length === 100, 'questions: ' + list.length);
const items = list.map((x, i) => {
  const { table, question, answer, kind, columns, note, orderedValues, ...more } = x;
  if (orderedValues) answer.ordered = true;
  return { id: 'q' + String(i + 1).padStart(3, '0'), table, question, answer, kind, columns, ...more, ...(note ? { note } : {}) };
});
writeFileSync(join(HERE, 'questions.json'), '[\n' + items.map((x) => '  ' + JSON.stringify(x)).join(',\n') + '\n]\n');
if (process.argv.includes('--print')) for (const x of items) console.log(`${x.id} [${[x.table].flat().join(' + ')}] (${x.kind})\n  ${x.question}\n  = ${JSON.stringify(x.answer)}${x.note ? '\n  note: ' + x.note : ''}`);

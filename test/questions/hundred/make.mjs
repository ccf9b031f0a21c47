// Writes the nine sample tables into ./tables. Same seed, same files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUT = join(dirname(fileURLToPath(import.meta.url)), 'tables');
mkdirSync(OUT, { recursive: true });

function dice(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    int: (lo, hi) => lo + Math.floor(next() * (hi - lo + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (p) => next() < p,
    weighted: (pairs) => {
      const sum = pairs.reduce((s, p) => s + p[1], 0);
      let x = next() * sum;
      for (const [v, w] of pairs) { if ((x -= w) < 0) return v; }
      return pairs[pairs.length - 1][0];
    },
  };
}
const p2 = (n) => String(n).padStart(2, '0');
const day = (y, m, d) => Math.round(Date.UTC(y, m - 1, d) / 864e5);
const parts = (n) => { const d = new Date(n * 864e5); return [d.getUTCFullYear(), d.getUTCMonth() + 1, d.getUTCDate(), d.getUTCDay()]; };
const deDate = (n) => { const [y, m, d] = parts(n); return `${p2(d)}.${p2(m)}.${y}`; };
const usDate = (n) => { const [y, m, d] = parts(n); return `${p2(m)}/${p2(d)}/${y}`; };
const isoDate = (n) => { const [y, m, d] = parts(n); return `${y}-${p2(m)}-${p2(d)}`; };
const MON = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const wordDate = (n) => { const [y, m, d] = parts(n); return `${d} ${MON[m - 1]} ${y}`; };
const group = (digits, sep) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, sep);
const deNum = (cents) => `${group(String(Math.floor(cents / 100)), '.')},${p2(cents % 100)}`;
const usNum = (cents) => `${group(String(Math.floor(cents / 100)), ',')}.${p2(cents % 100)}`;
const cell = (v, sep) => { const s = String(v); return s.includes(sep) || /["\n\r]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s; };
const table = (rows, sep, eol) => rows.map((r) => r.map((v) => cell(v, sep)).join(sep)).join(eol) + eol;
const save = (name, text) => writeFileSync(join(OUT, name), text);

// ---- customers.csv and orders.csv: a German webshop for office furniture
const business = ['Tischlerei Quandelmayer', 'Café Ultrabohne', 'Kanzlei Hübschke & Drohm', 'Praxis Dr. Wollgrün', 'Agentur Blaukreide', 'Hotel Sieben Linden Ost', 'Gärtnerei Mooshammel', 'Steuerbüro Pfennigsdorf', 'Kita Purzelwiese', 'Architekten Schrägstrich', 'Fahrradhaus Kettenblitz', 'Bäckerei Krumenthal', 'Weinhandel Rebenfels', 'Atelier Farbgestöber', 'Yogastudio Stillwasser', 'Druckerei Bleisatz Nord', 'Werkstatt Ohrenbär', 'Spedition Langweg'];
const privates = ['Jürgen Wiesenthaler', 'Annegret Klöppelmann', 'Bülent Saygilar', 'Marlene Oberfichtner', 'Sören Tuchscheid', 'Käthe Brombierer', 'Ralf Nüsslhuber', 'Ivana Petrović-Lang', 'Gunda Fassbendig', 'Timo Rauhweiler', 'Elke Zwirngast', 'Philipp Öhrlinger', 'Nadja Silberkuhl', 'Hartmut Grasegger-Roth', 'Lia Morgenweck', 'Urs Bächtiger', 'Regula Zumwaldli', 'Beat Hinterschwand', 'Franz Xaver Moosleuthner', 'Resi Achleitgeb', 'Wendelin Pfaffstättner', 'Mina Dreilinden', 'Ole Fischbeck', 'Greta Stoppelkamp', 'Konrad Wurzbach', 'Jasmin Feldahorn', 'Torben Quast-Mühle', 'Edda Rosengart'];
const cityOf = { Germany: ['Berlin', 'Hamburg', 'Köln', 'Leipzig', 'Nürnberg', 'Göttingen', 'Berlin', 'Hamburg'], Austria: ['Wien', 'Graz', 'Linz'], Switzerland: ['Zürich', 'Basel', 'Bern'] };
const customers = [];
{
  const r = dice(4711);
  const names = [...business.map((n) => [n, 'business']), ...privates.map((n) => [n, 'private'])];
  for (let i = names.length - 1; i > 0; i--) { const j = r.int(0, i); [names[i], names[j]] = [names[j], names[i]]; }
  names.forEach(([name, type], i) => {
    const country = r.weighted([['Germany', 30], ['Austria', 9], ['Switzerland', 7]]);
    const mail = r.chance(0.14) ? '' : 'kontakt' + (i + 1) + '@' + ['postfach', 'briefe', 'mailkorb'][r.int(0, 2)] + '.example';
    customers.push({ no: 'K' + String(i + 1).padStart(4, '0'), name, type, country, city: r.pick(cityOf[country]), since: day(2017, 2, 1) + r.int(0, 2700), mail, weight: Math.pow(r.next(), 2.2) * 10 + 0.25 });
  });
  save('customers.csv', table([['Customer no', 'Name', 'Type', 'City', 'Country', 'Customer since', 'Email'], ...customers.map((c) => [c.no, c.name, c.type, c.city, c.country, deDate(c.since), c.mail])], ';', '\r\n'));
}
{
  const r = dice(20251222);
  const products = [
    ['Bürostuhl Arvid', 'Stühle', 15961], ['Bürostuhl Malou', 'Stühle', 23990], ['Hocker Pim', 'Stühle', 5495], ['Besucherstuhl Jette', 'Stühle', 8950],
    ['Schreibtisch Lohme', 'Tische', 34900], ['Stehtisch Runa', 'Tische', 52780], ['Beistelltisch Fips', 'Tische', 7925],
    ['Tischlampe Nele', 'Leuchten', 4290], ['Stehleuchte Bogen', 'Leuchten', 11835], ['Deckenleuchte Alva', 'Leuchten', 18940],
    ['Regal Tove', 'Regale', 12999], ['Aktenschrank Henk', 'Regale', 27450],
    ['Kabelwanne', 'Zubehör', 1990], ['Schreibunterlage Filz', 'Zubehör', 2475], ['Fußstütze', 'Zubehör', 3680],
  ];
  const idle = new Set(['K0007', 'K0019', 'K0033', 'K0041']);
  const buyers = customers.filter((c) => !idle.has(c.no)).map((c) => [c.no, c.weight]);
  const first = day(2024, 7, 1); const last = day(2025, 12, 31);
  const dates = [];
  for (let i = 0; i < 240; i++) dates.push(first + Math.floor(Math.pow(r.next(), 0.85) * (last - first + 1)));
  dates.sort((x, y) => x - y);
  const rows = dates.map((d, i) => {
    const [name, cat, base] = r.pick(products);
    const price = d >= day(2025, 1, 1) ? Math.round(base * 1.03) : base;
    const qty = base < 6000 ? r.int(1, 12) : r.weighted([[1, 6], [2, 5], [3, 2], [4, 2], [6, 1], [7, 1]]);
    let status = r.weighted([['shipped', 84], ['cancelled', 9], ['returned', 7]]);
    if (d > day(2025, 12, 12) && r.chance(0.7)) status = 'open';
    const wait = r.weighted([[1, 6], [2, 8], [3, 6], [4, 3], [5, 2], [8, 1], [13, 1]]);
    const ship = status === 'shipped' || status === 'returned' ? deDate(d + wait) : '';
    const pay = r.weighted([['PayPal', 9], ['Rechnung', 8], ['Kreditkarte', 6], ['Vorkasse', 3], ['', 1]]);
    const who = [61, 150, 203].includes(i) ? 'K0077' : r.weighted(buyers);
    return ['B-' + (10001 + i), who, deDate(d), ship, name, cat, qty, deNum(price), '€ ' + deNum(price * qty), status, pay];
  });
  // the usual small mess
  const shipped = rows.filter((x) => x[9] === 'shipped');
  shipped[37][3] = ''; shipped[112][3] = ''; shipped[140][3] = '';
  shipped[20][8] = ''; shipped[95][8] = '';
  const gone = rows.filter((x) => x[9] === 'cancelled');
  gone[2][9] = 'Cancelled'; gone[9][9] = 'Cancelled '; gone[13][9] = 'CANCELLED';
  save('orders.csv', '\uFEFF' + table([['Order no', 'Customer no', 'Order date', 'Ship date', 'Product', 'Category', 'Quantity', 'Unit price', 'Total', 'Status', 'Payment'], ...rows], ';', '\r\n'));
}

// ---- pipeline.csv: a US sales pipeline
{
  const r = dice(90210);
  const one = ['Bluewhistle', 'Cedar Knuckle', 'Pinfeather', 'Old Quarry', 'Marrowstone', 'Tin Lantern', 'Greenhatch', 'Foxglade', 'Halfmoon Bay', 'Rustleaf', 'Copperquill', 'Saltbrook', 'Windlass Hill', 'Thistledown', 'Nimblewick', 'Harrowgate Flats', 'Sandpiper Creek', 'Ironbuttercup'];
  const two = ['Logistics', 'Dental Group', 'Foods, Inc.', 'Schools', 'Freight', 'Clinics', 'Hardware', 'Credit Union', 'Farms LLC'];
  const reps = ['Dana Whitlocke', 'Marcus Tellerby', 'Priya Ramanuj', 'Cole Huxtermann', 'Josie Varnadoe', 'Ted Okonjo-Reyes'];
  const used = new Set(); const rows = [];
  const odds = { Prospecting: [5, 20], Qualified: [20, 40], Proposal: [40, 60], Negotiation: [60, 90] };
  for (let i = 0; i < 130; i++) {
    let acc; do { acc = r.pick(one) + ' ' + r.pick(two); } while (used.has(acc)); used.add(acc);
    const made = day(2025, 1, 6) + r.int(0, 340);
    let stage = r.weighted([['Prospecting', 14], ['Qualified', 16], ['Proposal', 18], ['Negotiation', 15], ['Closed Won', 38], ['Closed Lost', 27]]);
    const list = r.int(40, 900) * 10000 + r.pick([0, 0, 5050, 7525, 2599]);
    const off = r.weighted([[0, 5], [5, 4], [8, 3], [10, 5], [12, 4], [15, 4], [18, 2], [20, 3], [22, 3], [26, 3], [30, 1]]);
    const value = Math.round(list * (100 - off) / 100);
    const prob = stage === 'Closed Won' ? 100 : stage === 'Closed Lost' ? 0 : Math.round(r.int(...odds[stage]) / 5) * 5;
    const open = !stage.startsWith('Closed');
    let close = usDate(made + r.int(20, 150));
    if (open && r.chance(0.12)) close = r.pick(['TBD', '', 'TBD']);
    rows.push(['D-' + (2200 + i), acc, r.weighted(reps.map((n, k) => [n, [9, 7, 8, 5, 6, 4][k]])), r.weighted([['Northeast', 8], ['Midwest', 6], ['South', 7], ['West', 9]]), stage, '$' + usNum(list), '$' + usNum(value), `${off} %`, `${prob} %`, usDate(made), close, r.weighted([['Referral', 4], ['Trade show', 3], ['Website', 5], ['Cold call', 3], ['', 1]])]);
  }
  const won = rows.filter((x) => x[4] === 'Closed Won'); won[4][4] = 'closed won'; won[11][4] = 'Closed Won ';
  rows[17][3] = 'west'; rows[77][3] = 'south';
  save('pipeline.csv', table([['Deal ID', 'Account Name', 'Sales Rep', 'Region', 'Stage', 'List Price (USD)', 'Deal Value (USD)', 'Discount (%)', 'Probability (%)', 'Created Date', 'Expected Close', 'Lead Source'], ...rows], ',', '\n'));
}

// ---- timesheets.csv
{
  const r = dice(746);
  const staff = [['00417', 'Jörg Pfändler', 9], ['00052', 'Zoë Krähwinkel', 8], ['01103', 'Åsa Lindqvärn', 7], ['00009', 'Günther Süßkind', 6], ['00731', 'Émile Darrassin', 6], ['02040', 'Mareike Bölk', 5], ['00318', 'Çağla Tunçbay', 6]];
  const projects = [['Nordlicht', 7], ['Altbau 12', 6], ['Website relaunch', 6], ['Internal', 4], ['Hafenfest', 2]];
  const days = []; for (let d = day(2025, 2, 3); d <= day(2025, 4, 30); d++) { const w = parts(d)[3]; if (w > 0 && w < 6) days.push(d); }
  const list = [];
  for (let i = 0; i < 196; i++) {
    let d = r.pick(days);
    if (i === 33 || i === 90) d = day(2025, 3, 15); if (i === 120) d = day(2025, 4, 13);
    const [id, name] = staff[r.weighted(staff.map((s, k) => [k, s[2]]))];
    let proj = r.weighted(projects);
    if ((name === 'Günther Süßkind' || name === 'Mareike Bölk') && proj === 'Nordlicht') proj = 'Altbau 12';
    const mins = r.weighted([[45, 2], [75, 2], [90, 3], [105, 4], [150, 4], [195, 4], [225, 4], [240, 3], [270, 4], [330, 3], [405, 3], [450, 5], [480, 3], [495, 2], [525, 2], [570, 1], [585, 1]]);
    const plan = Math.max(30, Math.round((mins + r.int(-90, 80)) / 30) * 30);
    list.push({ d, k: i, id, name, proj, mins, plan });
  }
  list.sort((a, b) => a.d - b.d || a.k - b.k);
  const dur = (m) => { const h = Math.floor(m / 60); return (r.chance(0.45) ? p2(h) : String(h)) + ':' + p2(m % 60); };
  const rows = list.map((x) => {
    const bill = x.proj === 'Internal' ? r.weighted([['no', 6], ['No', 2], ['n', 2]]) : r.weighted([['Yes', 8], ['yes', 4], ['y', 4], ['YES', 1], ['no', 3], ['n', 1], ['No', 1], ['', 0.3]]);
    const late = x.d > day(2025, 4, 14);
    return [x.id, x.name, isoDate(x.d), x.proj, dur(x.plan), dur(x.mins), bill, r.chance(late ? 0.5 : 0.93) ? r.pick(['HL', 'HL', 'TB', 'RW']) : '', r.weighted([['', 6], ['site visit', 1], ['call, then notes', 1], ['rework', 1]])];
  });
  save('timesheets.csv', table([['Emp ID', 'Employee', 'Date', 'Project', 'Planned', 'Worked', 'Billable', 'Approved by', 'Note'], ...rows], ',', '\n'));
}

// ---- tickets.tsv
{
  const r = dice(112);
  const people = ['Olga Brandwick', 'Henry Tassel', 'Mia Corrado-Fenn', 'Pete Lowenquist', 'Sandra Yilmazer', 'Gus Pemberley', 'Noor Aldemir', 'Wilma Strand', 'Kofi Anterby', 'Lucy Marchbank', 'Rolf Edelstamm', 'Inês Carvalhais', 'Bob Nettleship', 'Tara Quillfeather', 'Dov Rosenbach', 'Hanna Keltsch'];
  const agents = ['Sam Pickerell', 'Ayla Demirkan', 'Bruno Castellotti', 'Freya Holmgaard', 'Nick Obuya'];
  const text = {
    Billing: [['Charged twice', 'I was charged twice in one day, please send a refund.\nOrder was paid by card.'], ['Invoice wrong', 'The invoice says "net 14", but we agreed on 30 days, as always.'], ['Refund missing', 'You promised a refund on Monday, nothing came.\n\nRegards'], ['VAT number', 'Please put our VAT number on the bill, thanks']],
    Shipping: [['Parcel late', 'Tracking says "in transit" since last week, no update.'], ['Damaged box', 'Box was wet, two lamps broken.\nPhotos attached.\nI want a Refund or new lamps.'], ['Wrong address', 'Old address on the label, the new one is on file'], ['Missing part', 'Bag with screws is missing, shelf cannot be put up']],
    Tech: [['Login fails', 'Error: "session expired", tried 3 times, two browsers.'], ['App crashes', 'Crashes when I open the cart;\nphone is 2 years old'], ['Slow page', 'Search takes 20 seconds, sometimes more'], ['Password mail', 'Reset mail never arrives, checked spam']],
    Accounts: [['Close account', 'Please close my account, and tell me when it is done.'], ['Change email', 'New mail address, old one is dead'], ['Two accounts', 'I have two accounts, can you merge them?\nThe older one should stay.'], ['Newsletter', 'Asked you to stop "news", still coming, no thanks']],
  };
  const stamp = (ms, zone) => { const off = { Z: 0, '+02:00': 2, '-05:00': -5, '+01:00': 1 }[zone]; return new Date(ms + off * 36e5).toISOString().slice(0, 19) + zone; };
  const list = [];
  for (let i = 0; i < 104; i++) {
    const zone = r.weighted([['+02:00', 6], ['Z', 4], ['-05:00', 3]]);
    const d = day(2025, 4, 1) + Math.floor(Math.pow(r.next(), 0.9) * 122);
    const hour = r.int(8, 17) - { Z: 0, '+02:00': 2, '-05:00': -5 }[zone];
    list.push({ open: d * 864e5 + hour * 36e5 + r.int(0, 59) * 6e4, zone });
  }
  list.sort((a, b) => a.open - b.open);
  const rows = list.map((x, i) => {
    const team = r.weighted([['Billing', 5], ['Shipping', 6], ['Tech', 7], ['Accounts', 3]]);
    const [subj, desc] = r.pick(text[team]);
    const prio = r.weighted([['low', 5], ['normal', 9], ['high', 6], ['urgent', 3]]);
    const agent = r.chance(0.1) ? r.pick(['-', 'n/a', '']) : r.weighted(agents.map((n, k) => [n, [7, 6, 5, 4, 2][k]]));
    const hasAgent = agents.includes(agent);
    const still = !hasAgent || r.chance(i > 80 ? 0.4 : 0.05);
    const mins = Math.round({ urgent: 500, high: 1500, normal: 3600, low: 6000 }[prio] * (0.2 + 1.6 * r.next()));
    const zone2 = r.weighted([[x.zone, 3], ['Z', 1], ['+02:00', 1]]);
    const closed = still ? r.pick(['n/a', '-', '']) : stamp(x.open + mins * 6e4, zone2);
    const sat = still || r.chance(0.3) ? r.pick(['-', 'n/a', '-']) : r.weighted([[5, 5], [4, 6], [3, 3], [2, 2], [1, 2]]);
    return ['T' + String(i + 1).padStart(4, '0'), stamp(x.open, x.zone), closed, r.chance(0.06) ? prio[0].toUpperCase() + prio.slice(1) : prio, team, agent, r.pick(people), r.weighted([['email', 9], ['chat', 5], ['phone', 4]]), subj, desc, sat];
  });
  save('tickets.tsv', table([['Ticket', 'Opened', 'Closed', 'Priority', 'Team', 'Agent', 'Reported by', 'Channel', 'Subject', 'Description', 'Satisfaction'], ...rows], '\t', '\n'));
}

// ---- inventory.json
{
  const r = dice(31337);
  const goods = {
    Tools: ['Claw hammer', 'Rubber mallet', 'Hand saw', 'Hacksaw', 'Chisel set', 'Spirit level 60 cm', 'Spirit level 120 cm', 'Tape measure 5 m', 'Combination pliers', 'Side cutter', 'Socket set 24', 'Cordless drill', 'Bench vice', 'Utility knife', 'Crowbar', 'Jack plane'],
    Fasteners: ['Wood screws 4x40', 'Wood screws 5x60', 'Wall plugs 8 mm', 'Machine bolts M8', 'Hex nuts M8', 'Washers M8', 'Nails 80 mm', 'Roofing nails', 'Threaded rod 1 m', 'Angle bracket', 'Cable ties 200', 'Picture hooks', 'Staples 10 mm', 'Eye bolts M6', 'Coach screws 8x80', 'Rivets 4 mm'],
    Paint: ['Wall paint white 10 l', 'Wall paint white 5 l', 'Primer 2.5 l', 'Wood varnish', 'Metal lacquer red', 'Metal lacquer black', 'Brush 50 mm', 'Brush 75 mm', 'Paint roller', 'Masking tape', 'Dust sheet', 'Turpentine 1 l', 'Filler 1 kg', 'Sandpaper mix', 'Floor paint grey'],
    Garden: ['Garden hose 25 m', 'Hose reel', 'Spade', 'Leaf rake', 'Hedge shears', 'Pruning saw', 'Watering can', 'Wheelbarrow', 'Lawn seed 5 kg', 'Potting soil 40 l', 'Plant stakes', 'Work gloves M', 'Work gloves L', 'Compost bin', 'Snow shovel'],
    Electrical: ['LED bulb E27', 'LED bulb E14', 'Extension lead 3 m', 'Extension lead 10 m', 'Cable reel 25 m', 'Junction box', 'Socket outlet', 'Light switch', 'Dimmer', 'Smoke alarm', 'Fuse 16 A', 'Torch', 'AA batteries 8', 'Work light', 'Motion sensor', 'Doorbell'],
  };
  const makers = ['Grobschmied & Sohn', 'Vendelund Supply', 'Ostrava Metalle', 'Pickwell Trading', 'Lumenfuchs', 'Farbhof Tannau'];
  const items = []; let n = 0;
  for (const [category, names] of Object.entries(goods)) for (const name of names) {
    n++;
    const price = (category === 'Fasteners' ? r.int(199, 1499) : r.int(349, 8999));
    const level = r.pick([5, 10, 10, 15, 20, 40]);
    let stock = r.chance(0.28) ? r.int(0, level - 1) : r.int(level + 1, level * 6);
    const o = { sku: category.slice(0, 2).toUpperCase() + '-' + String(n).padStart(3, '0'), ean: '40' + String(r.int(10000000, 99999999)) + String(r.int(1000000, 9999999)) + r.int(0, 9), name, category, warehouse: r.weighted([['North', 4], ['Harbour', 5], ['Depot 3', 3]]), stock, reorderLevel: level, unitPrice: price / 100, supplier: r.weighted(makers.map((m, k) => [m, [6, 5, 4, 4, 3, 2][k]])), lastCounted: isoDate(day(2024, 11, 4) + r.int(0, 330)) };
    if (r.chance(0.12)) o.discontinued = true; else if (r.chance(0.5)) o.discontinued = false;
    items.push(o);
  }
  const at = (name) => items.find((o) => o.name === name);
  at('Hacksaw').stock = -3; at('Washers M8').stock = -12; at('Torch').stock = -1; at('Wall paint white 5 l').stock = '-2';
  at('Chisel set').ean = '900719925474099301'; at('Socket set 24').ean = '900719925474099302';
  at('Dimmer').ean = '4011223344556677889'; at('Doorbell').ean = '4011223344556677881';
  for (const k of ['Crowbar', 'Nails 80 mm', 'Hose reel']) delete at(k).stock;
  at('Primer 2.5 l').stock = null;
  for (const k of ['Spade', 'Rivets 4 mm', 'Fuse 16 A']) delete at(k).supplier;
  for (const k of ['Filler 1 kg', 'Hand saw']) at(k).supplier = null;
  at('Junction box').supplier = '';
  for (const k of ['Work light', 'Plant stakes', 'Bench vice', 'Dust sheet']) at(k).lastCounted = null;
  for (const k of ['Staples 10 mm', 'Compost bin']) delete at(k).lastCounted;
  for (const k of ['Jack plane', 'Brush 75 mm', 'Leaf rake', 'Smoke alarm', 'Eye bolts M6']) at(k).unitPrice = at(k).unitPrice.toFixed(2);
  for (const k of ['Cable ties 200', 'Spirit level 60 cm', 'Watering can']) at(k).stock = String(at(k).stock);
  delete at('Turpentine 1 l').reorderLevel;
  save('inventory.json', JSON.stringify(items, null, 2) + '\n');
}

// ---- survey.csv: course feedback
{
  const r = dice(5050);
  const courses = [['First Aid', 'Ms Hollerbusch', 9], ['Pottery for Beginners', 'Mr Lemaire-Oake', 8], ['Spreadsheet Basics', 'Ms Hollerbusch', 8], ['Watercolour', 'Mr Lemaire-Oake', 6], ['Public Speaking', 'Dr Enyinna', 7], ['Bike Repair', 'Mr Tusk', 4]];
  const says = ['', '', '', '', 'Great group, thanks!', 'Too fast for me', 'Room was cold', 'I would come again', 'More breaks please', 'The handout had "old" prices, otherwise good', 'Hard to hear in the back row'];
  const list = [];
  for (let i = 0; i < 112; i++) list.push({ d: day(2025, 2, 17) + r.int(0, 110), c: courses[r.weighted(courses.map((x, k) => [k, x[2]]))] });
  list.sort((a, b) => a.d - b.d);
  const lift = { 'First Aid': 0.8, 'Pottery for Beginners': 0.5, 'Spreadsheet Basics': -0.3, Watercolour: 0.3, 'Public Speaking': 0, 'Bike Repair': -0.6 };
  const rate = (c) => Math.max(1, Math.min(5, Math.round(3.5 + lift[c] + (r.next() + r.next() - 1) * 2.6)));
  const rows = list.map((x, i) => {
    const c = x.c[0]; const rec = Math.max(0, Math.min(10, rate(c) * 2 + r.int(-2, 1)));
    return ['R' + String(301 + i), wordDate(x.d), c, x.c[1], rate(c), r.chance(0.06) ? '' : rate(c), r.chance(0.07) ? r.pick(['', 'n/a']) : rate(c), r.chance(0.22) ? `${rec} out of 10` : rec, r.pick(says)];
  });
  rows[14][4] = '7 out of 10'; rows[52][4] = '7 out of 10'; rows[88][4] = '9 out of 10';
  rows[30][8] = 'Line one of my praise,\nline two of my complaint';
  rows[23][7] = '7 out of 10'; rows[71][7] = '7 out of 10';
  const out = []; const twice = new Set([5, 19, 40, 41, 66, 93, 104]);
  rows.forEach((row, i) => { out.push(row); if (twice.has(i)) out.push([...row]); if (i === 66) out.push([...row]); });
  save('survey.csv', table([['Response', 'Date', 'Course', 'Instructor', 'Overall (1-5)', 'Pace (1-5)', 'Materials (1-5)', 'Recommend (0-10)', 'Comment'], ...out], ',', '\n'));
}

// ---- bank.csv: the account of a small workshop
{
  const r = dice(8765);
  const ev = []; const add = (d, payee, purpose, cat, cents) => ev.push({ d, payee, purpose, cat, cents, k: ev.length });
  const monName = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni'];
  for (let m = 1; m <= 6; m++) {
    add(day(2025, m, 2), 'Hausverwaltung Morgentau', `Miete ${monName[m - 1]} 2025; Halle 12`, 'Rent', -148000);
    add(day(2025, m, 27), 'Lotte Grabenhorst', `Lohn ${monName[m - 1]}`, 'Wages', -221540);
    add(day(2025, m, 27), 'Emre Soylunay', `Lohn ${monName[m - 1]}`, 'Wages', m >= 4 ? -198870 : -193350);
    add(day(2025, m, 15), 'Stadtwerke Kleinquell', `Abschlag Strom ${p2(m)}/25`, 'Utilities', m >= 3 ? -21400 : -18900);
    add(day(2025, m, 28), 'Sparbank Auental', 'Kontoführung', 'Bank fee', -1290);
    add(day(2025, m, 10), 'Finanzkasse Auental', `USt ${p2(m)}/2025, St.-Nr. 099/555/01`, 'Tax', -r.int(42000, 98000));
    const visits = r.int(3, 6);
    for (let i = 0; i < visits; i++) add(day(2025, m, r.int(3, 26)), r.pick(['Papier Zottmann', 'Holz Eichbichler', 'Schrauben Kniffke', 'Holz Eichbichler']), r.pick(['RG ' + r.int(1000, 9999), 'Rechnung ' + r.int(100, 999) + ', danke', 'Kartenzahlung']), r.chance(0.35) ? '' : 'Supplies', -r.int(1890, 64000));
    const meals = r.int(2, 4);
    for (let i = 0; i < meals; i++) add(day(2025, m, r.int(3, 26)), 'Kantine Löffelgrün', 'Kartenzahlung', r.chance(0.4) ? '' : 'Meals', -r.int(890, 4870));
    const paid = r.int(4, 6);
    for (let i = 0; i < paid; i++) add(day(2025, m, r.int(3, 28)), r.pick(['Praxis Wunderbaum', 'Verein Taktvoll', 'Buchladen Siebenpunkt', 'Museum am Anger', 'Theater Kulissenschub']), `RE-2025-${String(ev.length).padStart(3, '0')}${r.chance(0.3) ? ' "Teilzahlung"' : ''}`, 'Client payment', r.int(48000, 262000));
  }
  add(day(2025, 3, 19), 'Maschinen Drehwurm', 'Bandsäge, RG 4471', 'Equipment', -389900);
  add(day(2025, 5, 8), 'Holz Eichbichler', 'Gutschrift zu RG 2204', 'Refund', 11940);
  add(day(2025, 5, 22), 'Finanzkasse Auental', 'Erstattung 2024', 'Tax', 63218);
  ev.sort((a, b) => a.d - b.d || a.k - b.k);
  let bal = 284517;
  const minus = (c) => (c < 0 ? deNum(-c) + '-' : deNum(c)); const paren = (c) => (c < 0 ? '(' + deNum(-c) + ')' : deNum(c));
  const rows = ev.map((e) => { bal += e.cents; return [deDate(e.d), deDate(e.d + r.weighted([[0, 7], [1, 3], [2, 1], [3, 0.5]])), e.payee, e.purpose, e.cat, minus(e.cents), paren(bal)]; });
  save('bank.csv', table([['Booking date', 'Value date', 'Payee', 'Purpose', 'Category', 'Amount (EUR)', 'Balance (EUR)'], ...rows], ';', '\r\n'));
}

// ---- energy.csv: meter readings by quarter
{
  const r = dice(1204);
  const houses = [['Old Mill', 13], ['Tower House', 14], ['Annex', 9], ['Sports Hall', 10]];
  const rows = []; const sums = [0, 0, 0, 0, 0]; let n = 0;
  const kwh = (t) => `${group(String(Math.floor(t / 10)), '.')},${t % 10} kWh`;
  for (const [house, count] of houses) for (let i = 0; i < count; i++) {
    n++; const kind = r.weighted([['electricity', 6], ['heat', 4], ['gas', 2]]);
    const base = r.int(9000, 42000);
    const shape = kind === 'electricity' ? [1.05, 0.95, 0.9, 1.1] : [1.9, 0.7, 0.25, 1.6];
    const q = shape.map((s) => Math.round(base * s * (0.9 + 0.2 * r.next())));
    let before = Math.round(q.reduce((s, v) => s + v, 0) * (0.86 + 0.3 * r.next()));
    const row = [`M-${String(n * 7 + 100)}`, house, kind, ...q];
    if (n === 8) row[6] = null; if (n === 27) row[6] = null; if (n === 35) row[4] = null; if (n === 41) row[6] = null;
    if (n === 8 || n === 27 || n === 35 || n === 41) before = Math.round(q.reduce((s, v) => s + v, 0) * 1.08);
    row.push(before);
    row.slice(3).forEach((v, k) => { sums[k] += v ?? 0; });
    rows.push([...row.slice(0, 3), ...row.slice(3).map((v, k) => (v === null ? (n === 27 ? 'n/a' : '-') : n === 19 && k === 1 ? kwh(v).replace(' kWh', '') : n === 30 && k === 2 ? kwh(v).replace(' kWh', 'kWh') : kwh(v)))]);
  }
  rows.push(['Total', '', '', ...sums.map(kwh)]);
  save('energy.csv', '# Meter readings 2025; exported 12.01.2026, all houses\n' + table([['Meter', 'Building', 'Type', 'Q1', 'Q2', 'Q3', 'Q4', 'Year 2024'], ...rows], ';', '\n'));
}

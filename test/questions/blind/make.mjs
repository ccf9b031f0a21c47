// `node test/questions/blind/make.mjs`: writes the eight tables of `tables/` again, the same bytes each time.
import {
  between,
  day,
  dollars,
  dotted,
  euros,
  isoDate,
  next,
  often,
  one,
  seed,
  spoken,
  thousands,
  two,
  writerIn,
} from '../making.mjs';

const write = writerIn(new URL('./tables/', import.meta.url));

function household() {
  seed(11);
  const shops = [
    ['Rewe Markt', 'Groceries', 1200, 9800],
    ['Aldi Süd', 'Groceries', 900, 6400],
    ['EDEKA Center', 'groceries', 1500, 8900],
    ['Wochenmarkt', 'Groceries ', 600, 3200],
    ['Shell Station 0412', 'Car', 3800, 8200],
    ['Aral Tankstelle', 'Car', 4000, 7900],
    ['Pizzeria Roma', 'Eating out', 1800, 6200],
    ['Café Central', 'Eating out', 450, 1900],
    ['Amazon EU', 'Shopping', 799, 14999],
    ['dm drogerie', 'Household', 650, 4800],
    ['Apotheke am Markt', 'Health', 495, 3900],
    ['Netflix', 'Subscriptions', 1399, 1399],
    ['Kino Metropol', '', 1100, 3400],
  ];
  const entries = [];
  for (let month = 0; month < 6; month++) {
    const first = isoDate(new Date(Date.UTC(2025, month, 1)));
    entries.push([day(first, 0), 'Hausverwaltung Krüger', 'Rent', -98000, 'Checking', 'warm']);
    entries.push([day(first, 2), 'Stadtwerke', 'Utilities', -between(9800, 14200), 'Checking', '']);
    entries.push([day(first, 4), 'Savings plan', 'Savings', -20000, 'Checking', '']);
    entries.push([
      day(first, 26),
      'Müller GmbH',
      'Salary',
      285000 + (month === 5 ? 64000 : 0),
      'Checking',
      month === 5 ? 'incl. holiday pay' : '',
    ]);
    if (month % 2 === 1)
      entries.push([day(first, 14), 'Familienkasse', 'Child benefit', 25500, 'Checking', '']);
  }
  entries.push([day('2025-02-17', 0), 'Finanzamt', 'Tax refund', 41288, 'Checking', '2024']);
  entries.push([day('2025-03-11', 0), 'Amazon EU', 'Shopping', 3499, 'Credit card', 'refund']);
  entries.push([day('2025-05-09', 0), 'Autohaus Winter', 'Car', -112850, 'Checking', 'brakes + inspection']);
  for (let count = 0; count < 118; count++) {
    const [payee, category, low, high] = one(shops);
    entries.push([
      day('2025-01-01', between(0, 180)),
      payee,
      category,
      -between(low, high),
      often(0.35) ? 'Credit card' : 'Checking',
      often(0.08) ? 'with Oma' : '',
    ]);
  }
  entries.sort((a, b) => a[0] - b[0]);
  const total = entries.reduce((sum, entry) => sum + entry[3], 0);
  write('household.csv', ';', [
    ['Account statement', '', '', '', '', ''],
    ['Owner', 'Petra & Jan Vogel', '', '', '', ''],
    ['Period', '01.01.2025 - 30.06.2025', '', '', '', ''],
    ['', '', '', '', '', ''],
    ['Date', 'Payee', 'Category', 'Amount', 'Account', 'Note'],
    ...entries.map(([date, payee, category, cents, account, note]) => [
      dotted(date),
      payee,
      category,
      euros(cents),
      account,
      note,
    ]),
    ['Total', '', '', euros(total), '', ''],
  ]);
}

const FIRST = [
  'Anna',
  'Ben',
  'Chloe',
  'Daniel',
  'Elif',
  'Frank',
  'Grace',
  'Hugo',
  'Isla',
  'Jonas',
  'Kate',
  'Liam',
  'Maria',
  'Noah',
  'Olivia',
  'Paul',
  'Quentin',
  'Rosa',
  'Sam',
  'Tara',
  'Uma',
  'Victor',
  'Wendy',
  'Yusuf',
  'Zoe',
];
const LAST = [
  'Adams',
  'Baker',
  'Clarke',
  'Davies',
  'Evans',
  'Foster',
  'Green',
  'Hughes',
  'Iqbal',
  'Jones',
  'King',
  'Lewis',
  'Morgan',
  'Nowak',
  'Owens',
  'Price',
  'Reid',
  'Singh',
  'Turner',
  'Walsh',
  'Young',
];
function names(count) {
  const taken = new Set();
  while (taken.size < count) taken.add(`${one(FIRST)} ${one(LAST)}`);
  return [...taken];
}

function clubAndRace() {
  seed(22);
  const kinds = { Adult: 6000, Junior: 2500, Senior: 4000, Family: 11000 };
  const people = names(128);
  const members = people.slice(0, 84).map((name, index) => {
    const kind = one(['Adult', 'Adult', 'Adult', 'Junior', 'Senior', 'Family']);
    const age = kind === 'Junior' ? between(10, 17) : kind === 'Senior' ? between(65, 79) : between(19, 63);
    return {
      number: String(7 + index * 5).padStart(4, '0'),
      name,
      born: often(0.07)
        ? one(['n/a', ''])
        : isoDate(new Date(Date.UTC(2025 - age, between(0, 11), between(1, 28)))),
      joined: spoken(new Date(Date.UTC(between(2016, 2025), between(0, 4), between(1, 28)))),
      kind: often(0.1) ? kind.toLowerCase() : kind,
      fee: dollars(kinds[kind]),
      paid: one(['yes', 'yes', 'yes', 'yes', 'Yes', 'no', 'no', 'YES', '', 'No']),
      email: often(0.12) ? '' : `${name.toLowerCase().replace(' ', '.')}@example.org`,
      town: one([
        'Bristol',
        'Bristol',
        'Bristol',
        'bristol',
        'Bath',
        'Bath',
        'Bath ',
        'Keynsham',
        'Clevedon',
        'Portishead',
      ]),
      volunteers: one(['yes', 'no', 'no', 'no']),
    };
  });
  write('members.csv', ',', [
    [
      'Member No',
      'Name',
      'Date of Birth',
      'Joined',
      'Membership Type',
      'Annual Fee',
      'Paid',
      'E-mail',
      'Town',
      'Volunteers',
    ],
    ...members.map((member) => Object.values(member)),
  ]);
  const clock = (seconds) =>
    `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const runners = people
    .map((name, index) => ({ name, member: members[index]?.number ?? '' }))
    .filter((runner) => runner.member === '' || often(0.6))
    .map((runner) => {
      const seconds = between(2150, 4700);
      return {
        ...runner,
        seconds,
        half: Math.round(seconds * (0.46 + next() * 0.05)),
        state: often(0.06) ? one(['DNF', 'DNS', 'DNF']) : '',
      };
    })
    .sort((a, b) => (a.state === '' ? 0 : 1) - (b.state === '' ? 0 : 1) || a.seconds - b.seconds);
  write('race.tsv', '\t', [
    ['Pos', 'Bib', 'Runner', 'Member No', 'Age Group', 'Sex', '5K Split', 'Finish Time', 'Prize'],
    ...runners.map(({ name, member, seconds, half, state }, index) => [
      state === '' ? index + 1 : '-',
      String(between(1, 999)).padStart(3, '0'),
      name,
      member,
      one(['U20', '20-34', '20-34', '35-49', '35-49', '50-64', '65+']),
      one(['F', 'M', 'M', 'F', 'f']),
      state === 'DNS' ? '' : clock(half),
      state === '' ? clock(seconds) : state,
      state === '' && index < 5 ? ['$150', '$100', '$75', '$50', '$25'][index] : '',
    ]),
  ]);
}

function appointments() {
  seed(33);
  const doctors = ['Dr. Patel', 'Dr. Patel', 'Dr. Nguyen', 'Dr. O’Brien', 'Dr. Weiss', 'Nurse Kelly'];
  const reasons = { Checkup: 8500, Vaccination: 4000, 'Blood test': 5500, 'Follow-up': 6000, Physio: 9500 };
  const rows = Array.from({ length: 212 }, () => {
    const date = day('2025-01-06', between(0, 118));
    const reason = one(Object.keys(reasons));
    const status = one([
      'Attended',
      'Attended',
      'Attended',
      'Attended',
      'attended',
      'No-show',
      'Cancelled',
      'Attended ',
    ]);
    const came = status.trim().toLowerCase() === 'attended';
    return {
      date,
      cells: [
        `P${String(between(31, 118)).padStart(5, '0')}`,
        spoken(date),
        `${two(between(8, 16))}:${one(['00', '15', '30', '45'])}`,
        one(doctors),
        reason,
        one([10, 15, 20, 30, 45]),
        status,
        came ? (often(0.1) ? 'n/a' : between(0, 55)) : '',
        one(['Yes', 'No', 'No']),
        came ? dollars(reasons[reason] + one([0, 0, 0, 1250])) : often(0.5) ? '$0.00' : '',
        often(0.2) ? 'None' : one(['BlueCare', 'MediPlus', 'Unity Health']),
      ],
    };
  });
  rows.sort((a, b) => a.date - b.date || a.cells[2].localeCompare(b.cells[2]));
  write('appointments.csv', ',', [
    [
      'Patient ID',
      'Appointment Date',
      'Start',
      'Seen By',
      'Reason',
      'Length (min)',
      'Status',
      'Waiting time (min)',
      'First visit',
      'Charge',
      'Insurer',
    ],
    ...rows.map((row) => row.cells),
  ]);
}

function stockLine(category, description) {
  const amount = between(0, 60) * (category === 'Fasteners' ? 40 : 3);
  const cents = between(35, 900) * ({ Tools: 25, Fasteners: 1 }[category] ?? 4);
  const mess = one([
    ...Array(20).fill(thousands(String(amount), ',')),
    '-',
    '',
    `${amount} pcs`,
    `${amount} pcs`,
  ]);
  const cells = [
    String(between(120, 99_999)).padStart(6, '0'),
    description,
    often(0.1) ? category.toUpperCase() : category,
    `${one(['A', 'B', 'C'])}-${two(between(1, 14))}`,
    mess,
    one([20, 30, 50, 60, 100]),
    dollars(cents),
    one(['Hartmann & Sons', 'Toolport', 'Toolport', 'Nordic Supply', 'Greenfield Ltd', '']),
    isoDate(day('2024-06-03', between(0, 300))),
    one(['no', 'no', 'no', 'no', 'no', 'No', 'yes', '']),
  ];
  return { amount: /\d/.test(mess) ? amount : 0, cells };
}

function stock() {
  seed(44);
  const goods = {
    Fasteners: [
      'Hex bolt M8',
      'Wood screw 4x40',
      'Wall plug 6mm',
      'Nail 50mm',
      'Washer M8',
      'Nut M8',
      'Threaded rod M10',
      'Rivet 4mm',
    ],
    Paint: [
      'White emulsion 5l',
      'Primer 1l',
      'Wood varnish',
      'Spray can red',
      'Masking tape',
      'Roller set',
      'Brush 50mm',
    ],
    Tools: [
      'Claw hammer',
      'Cordless drill',
      'Spirit level',
      'Tape measure 5m',
      'Hacksaw',
      'Pliers',
      'Chisel set',
      'Angle grinder',
    ],
    Electrical: [
      'Cable 3x1.5 (100m)',
      'Socket double',
      'LED bulb E27',
      'Junction box',
      'Light switch',
      'Extension lead 5m',
    ],
    Garden: ['Hose 25m', 'Rake', 'Spade', 'Potting soil 40l', 'Pruning shears', 'Watering can 10l'],
  };
  const lines = Object.entries(goods).flatMap(([category, items]) =>
    items
      .flatMap((item) =>
        ['', ' - bulk', ' PRO']
          .filter((suffix) => suffix === '' || often(0.75))
          .map((suffix) => item + suffix),
      )
      .map((description) => stockLine(category, description)),
  );
  write('stock.csv', ';', [
    ['Warehouse North - stock list', '', '', '', '', '', '', '', '', ''],
    [
      'SKU',
      'Description',
      'Category',
      'Location',
      'Qty on hand',
      'Reorder level',
      'Unit cost',
      'Supplier',
      'Last counted',
      'Discontinued',
    ],
    ...lines.map((line) => line.cells),
    [
      'TOTAL',
      '',
      '',
      '',
      thousands(String(lines.reduce((sum, row) => sum + row.amount, 0)), ','),
      '',
      '',
      '',
      '',
      '',
    ],
  ]);
}

function hours() {
  seed(55);
  const people = {
    'Lena Hoffmann': 9500,
    'Marco Bianchi': 8000,
    'Sofie Jensen': 7200,
    'Tom Becker': 11000,
    'Aisha Khan': 8000,
    'Piotr Zielinski': 6500,
  };
  const projects = [
    'Website relaunch',
    'Website relaunch',
    'Mobile App',
    'mobile app',
    'Data migration',
    'Intranet',
    'ERP rollout',
    'Internal',
  ];
  const rows = Array.from({ length: 290 }, () => {
    const project = one(projects);
    const person = one(Object.keys(people));
    const minutes = between(2, 36) * 15;
    const free = project === 'Internal' || often(0.15);
    return {
      date: day('2024-11-04', between(0, 150)),
      cells: [
        person,
        project,
        one(['Design', 'Development', 'Development', 'Testing', 'Meeting', 'Support', 'meeting']),
        `${Math.floor(minutes / 60)}:${two(minutes % 60)}`,
        free ? one(['no', 'no', 'No']) : one(['yes', 'yes', 'Yes']),
        euros(people[person]),
        often(0.1) ? one(['on site', 'overtime', 'remote', 'see ticket 0098']) : '',
      ],
    };
  });
  rows.sort((a, b) => a.date - b.date);
  write('hours.csv', ';', [
    ['Date', 'Employee', 'Project', 'Activity', 'Time spent', 'Billable', 'Hourly rate', 'Comment'],
    ...rows.map(({ date, cells }) => [dotted(date), ...cells]),
  ]);
}

function grades() {
  seed(66);
  const students = names(64);
  const score = (low) => (often(0.06) ? one(['abs', 'abs', 'n/a', '']) : between(low, 100));
  const rows = students.map((student) => {
    const [first, last] = student.split(' ');
    const marks = [score(28), score(41), score(35), score(30)];
    const failed = marks.filter((mark) => typeof mark === 'number' && mark < 50).length;
    return [
      String(between(1, 9999)).padStart(5, '0'),
      last,
      first,
      one(['9A', '9A', '9B', '9C', '9c']),
      ...marks,
      `${(between(700, 1000) / 10).toFixed(1)}%`,
      failed > 1 ? 'N' : 'Y',
      often(0.12) ? one(['retake in May', 'moved from 9B', 'very good', 'talk to parents']) : '',
    ];
  });
  const average = (column) => {
    const marks = rows.map((row) => row[column]).filter((mark) => typeof mark === 'number');
    return (marks.reduce((sum, mark) => sum + mark, 0) / marks.length).toFixed(1);
  };
  write('grades.csv', ',', [
    [
      'Student ID',
      'Surname',
      'First name',
      'Class',
      'Maths',
      'English',
      'Science',
      'History',
      'Attendance',
      'Passed',
      'Remarks',
    ],
    ...rows,
    ['Average', '', '', '', average(4), average(5), average(6), average(7), '', '', ''],
  ]);
}

function listings() {
  seed(77);
  const streets = [
    'Oak Street',
    'Mill Lane',
    'High Street',
    'Station Road',
    'Park Avenue',
    'Church Walk',
    'River View',
    'Elm Grove',
  ];
  const rows = Array.from({ length: 116 }, (_, index) => {
    const type = one(['House', 'House', 'Apartment', 'Apartment', 'apartment', 'Townhouse', 'Studio']);
    const area =
      type === 'Studio'
        ? between(220, 420)
        : type.toLowerCase() === 'apartment'
          ? between(450, 1250)
          : between(800, 2600);
    const price = Math.round((area * between(52, 118)) / 100) * 1000 + one([0, 500, 950]);
    const listed = day('2024-09-01', between(0, 210));
    const status = one(['For sale', 'For sale', 'For sale', 'Sold', 'Sold', 'Under offer', 'for sale']);
    return [
      `R${String(1043 + index * 3)}`,
      `${between(1, 140)} ${one(streets)}`,
      one(['Springfield', 'Springfield', 'Riverton', 'Riverton ', 'Lakeside', 'Hillcrest']),
      type,
      often(0.06) ? 'POA' : `$${thousands(String(price), ',')}`,
      type === 'Studio' ? (often(0.5) ? 'studio' : 0) : between(1, type === 'House' ? 6 : 4),
      one([1, 1, 2, 2, 3, '']),
      (area / 10).toFixed(1),
      isoDate(listed),
      status,
      status === 'Sold' ? isoDate(new Date(listed.getTime() + between(9, 120) * 86_400_000)) : '',
      one(['Carla Mendez', 'Doug Fisher', 'Priya Rao', 'Doug Fisher', 'n/a']),
      one(['yes', 'no', 'Yes', 'no', '']),
    ];
  });
  write('listings.csv', ',', [
    [
      'Ref',
      'Address',
      'City',
      'Property type',
      'Asking price',
      'Bedrooms',
      'Bathrooms',
      'Area (m²)',
      'Listed on',
      'Status',
      'Sold on',
      'Agent',
      'Garden',
    ],
    ...rows,
  ]);
}

household();
clubAndRace();
appointments();
stock();
hours();
grades();
listings();

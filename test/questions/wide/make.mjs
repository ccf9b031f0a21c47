// `node test/questions/wide/make.mjs`: writes the tables of `tables/` that were not typed by hand, the same bytes each time.
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
  two,
  writerIn,
} from '../making.mjs';

const write = writerIn(new URL('./tables/', import.meta.url));
const comma = (number, places) => number.toFixed(places).replace('.', ',');
const dots = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, '.');

const PEOPLE = [
  'Amelia Ward',
  'Brian Cole',
  'Carmen Ruiz',
  'Derek Stone',
  'Elena Petrova',
  'Farid Haddad',
  'Gina Rossi',
  'Henry Park',
  'Ingrid Olsen',
  'Jamal Carter',
  'Karen Webb',
  'Leo Martins',
  'Mei Chen',
  'Nadia Aziz',
  'Oscar Lind',
  'Paula Hart',
  'Quinn Doyle',
  'Ravi Mehta',
  'Sara Bloom',
  'Theo Marsh',
  'Una Kelly',
  'Vera Kovacs',
  'Walter Boyd',
  'Xavier Dumont',
  'Yara Costa',
  'Zack Turner',
  'Alice Moore',
  'Bruno Keller',
  'Chloe Grant',
  'Dylan Frost',
  'Esther Quist',
  'Fiona Blake',
  'George Amadi',
  'Hanna Vogt',
  'Ian Murray',
  'Judy Flores',
];

function books() {
  seed(101);
  const titles = [
    'The Remains of the Day',
    'Gone Girl',
    'Circe',
    'Klara and the Sun',
    'The Thursday Murder Club',
    'Beloved',
    'Project Hail Mary',
    'The Song of Achilles',
    'Rebecca',
    'Small Things Like These',
    'The Martian',
    'Song of Solomon',
    'Piranesi',
    'The Secret History',
    'Lessons in Chemistry',
  ];
  const members = ['Nora', 'Ben', 'Aoife', 'Samira', 'Jack', 'Lucy', 'Tom'];
  write('ratings.csv', ',', [
    ['Book title', 'Member', 'Stars', 'Finished it', 'Comment'],
    ...titles.flatMap((title, index) =>
      members
        .filter(() => often(0.85))
        .map((member) => {
          const done = often(0.8);
          return [
            title,
            member,
            done ? between(index % 3 === 0 ? 3 : 1, 5) : often(0.5) ? between(1, 3) : 'n/a',
            done ? one(['yes', 'yes', 'Yes']) : 'no',
            often(0.15) ? one(['loved it', 'too long', 'beautiful ending', 'not for me']) : '',
          ];
        }),
    ),
  ]);
}

function fuel() {
  seed(102);
  const cars = { Golf: 61_240, Fiesta: 104_870 };
  let at = Date.parse('2024-06-03T00:00:00Z');
  const rows = Array.from({ length: 64 }, () => {
    at += between(2, 9) * 86_400_000;
    const car = one(Object.keys(cars));
    const driven = between(310, 690);
    cars[car] += driven;
    const litres = Math.round(driven * (car === 'Golf' ? 0.062 : 0.071) * (0.9 + next() * 0.2) * 100) / 100;
    const price = between(1579, 1849) / 1000;
    return {
      litres,
      paid: Math.round(litres * price * 100),
      cells: [
        dotted(new Date(at)),
        car,
        one(['Shell', 'Aral', 'Aral', 'Jet', 'jet', 'Esso', 'Total']),
        comma(litres, 2),
        `${comma(price, 3)} €`,
        euros(Math.round(litres * price * 100)),
        dots(cars[car]),
        one(['Anke', 'Anke', 'Ralf', 'Ralf', 'Mia']),
        often(0.85) ? 'yes' : 'no',
        often(0.12) ? one(['motorway', 'holiday', 'with trailer', 'oil checked']) : '',
      ],
    };
  });
  write('fuel.csv', ';', [
    [
      'Date',
      'Car',
      'Station',
      'Litres',
      'Price per litre',
      'Total paid',
      'Odometer (km)',
      'Driver',
      'Full tank',
      'Notes',
    ],
    ...rows.map(({ cells }) => cells),
    [
      'Sum',
      '',
      '',
      comma(
        rows.reduce((sum, row) => sum + row.litres, 0),
        2,
      ),
      '',
      euros(rows.reduce((sum, row) => sum + row.paid, 0)),
      '',
      '',
      '',
      '',
    ],
  ]);
}

function payroll() {
  seed(103);
  const pay = { Engineering: [62, 118], Sales: [38, 84], Finance: [45, 92], Support: [31, 52], HR: [40, 71] };
  const staff = PEOPLE.map((name, index) => {
    const department = one([
      'Engineering',
      'Engineering',
      'Engineering',
      'Sales',
      'Sales',
      'Finance',
      'Support',
      'Support',
      'HR',
    ]);
    const [low, high] = pay[department];
    return {
      id: String(12 + index * 7).padStart(5, '0'),
      name,
      department,
      salary: between(low * 10, high * 10) * 10_000,
    };
  });
  write('payroll.csv', ',', [
    [
      'Emp ID',
      'Name',
      'Department',
      'Office',
      'Start date',
      'Annual salary',
      'Bonus',
      'Hours per week',
      'Pension',
      'Manager',
    ],
    ...staff.map(({ id, name, department, salary }) => [
      id,
      name,
      department === 'Sales' && often(0.3) ? 'sales' : department,
      one(['London', 'London', 'Dublin', 'Remote', 'Remote']),
      isoDate(day('2012-01-02', between(0, 4700))),
      dollars(salary),
      often(0.4) ? '-' : dollars(between(5, 90) * 10_000),
      one([40, 40, 40, 40, 32, 20]),
      one(['yes', 'yes', 'yes', 'no', 'Yes', '']),
      one(['Karen Webb', 'Henry Park', 'Mei Chen', 'Oscar Lind']),
    ]),
    ['Total', '', '', '', '', dollars(staff.reduce((sum, one) => sum + one.salary, 0)), '', '', '', ''],
  ]);
  const off = Array.from({ length: 78 }, () => {
    const from = day('2025-01-06', between(0, 230));
    const days = between(1, 14);
    const kind = one(['Holiday', 'Holiday', 'Sick', 'sick', 'Training', 'Parental leave']);
    return {
      from,
      cells: [
        one(staff.slice(0, 29)).id,
        kind,
        isoDate(from),
        isoDate(new Date(from.getTime() + (days - 1) * 86_400_000)),
        days,
        kind.toLowerCase() === 'sick' ? '' : one(['yes', 'yes', 'yes', 'no', 'pending']),
      ],
    };
  });
  off.sort((a, b) => a.from - b.from);
  write('absences.csv', ',', [
    ['Employee ID', 'Type', 'From', 'Until', 'Days', 'Approved'],
    ...off.map(({ cells }) => cells),
  ]);
}

function matches() {
  seed(104);
  const teams = {
    Ashford: 9200,
    Brackley: 4100,
    Carlton: 15800,
    Dunmore: 6300,
    Eastvale: 11900,
    Fernhill: 3200,
  };
  const names = Object.keys(teams);
  const games = names.flatMap((home) => names.filter((away) => away !== home).map((away) => [home, away]));
  const strong = { Ashford: 2, Brackley: 1, Carlton: 3, Dunmore: 1, Eastvale: 2, Fernhill: 1 };
  const rows = games.map(([home, away], index) => {
    const off = index === 13;
    return {
      date: day('2024-08-10', (index * 7 * 11) % 273),
      cells: [
        home,
        away,
        off ? '-' : between(0, strong[home] + 1),
        off ? '-' : between(0, strong[away]),
        off ? 'n/a' : often(0.1) ? '' : thousand(teams[home] + between(-900, 1400)),
        one(['M. Dean', 'A. Taylor', 'S. Barrott', 'R. Jones']),
        one(['Sky', 'BBC', '', '', '']),
        off ? 'postponed' : 'played',
      ],
    };
  });
  rows.sort((a, b) => a.date - b.date);
  write('matches.tsv', '\t', [
    ['Date', 'Home team', 'Away team', 'Home goals', 'Away goals', 'Attendance', 'Referee', 'TV', 'Status'],
    ...rows.map(({ date, cells }) => [spoken(date), ...cells]),
  ]);
}
const thousand = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

function budget() {
  seed(105);
  const kinds = {
    Rent: [1150, 1150, 'Fixed'],
    Electricity: [74, 131, 'Fixed'],
    Internet: [39, 39, 'Fixed'],
    Insurance: [0, 210, 'Fixed'],
    Groceries: [420, 610, 'Living'],
    'Eating out': [60, 240, 'Fun'],
    Petrol: [90, 190, 'Living'],
    Clothes: [0, 220, 'Living'],
    'Kids clubs': [45, 95, 'Kids'],
    'School lunches': [0, 70, 'Kids'],
    Streaming: [28, 28, 'Fun'],
    Holidays: [0, 1900, 'Fun'],
    Presents: [0, 260, 'Fun'],
  };
  const rows = Object.entries(kinds).map(([name, [low, high, group]]) => [
    name,
    group,
    ...Array.from({ length: 12 }, () => (low === 0 && often(0.3) ? 0 : between(low, high))),
  ]);
  rows[6][5] = '';
  const of = (column) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
  write('budget.csv', ',', [
    ['What we spent in 2024 (£)', ...Array(14).fill('')],
    [
      'Category',
      'Group',
      'Jan',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
      'Dec',
      'Remark',
    ],
    ...rows.map((row) => [...row, row[0] === 'Holidays' ? 'Crete in July' : '']),
    ['Total', '', ...Array.from({ length: 12 }, (_, index) => of(index + 2)), ''],
  ]);
}

function invoices() {
  seed(106);
  const companies = [
    ['Blumen Huber', 'Munich', 'Germany'],
    ['Café Sorella', 'Zurich', 'Switzerland'],
    ['Delta Print', 'Berlin', 'Germany'],
    ['Elbe Logistics', 'Hamburg', 'Germany'],
    ['Fischer & Sohn', 'Vienna', 'Austria'],
    ['Grand Hotel Linde', 'Salzburg', 'Austria'],
    ['Hofladen Maier', 'Munich', 'Germany'],
    ['Inova Labs', 'Basel', 'Switzerland'],
    ['Jansen Optik', 'Cologne', 'Germany'],
    ['Kunsthaus Nord', 'Hamburg', 'Germany'],
    ['Landbäckerei Roth', 'Graz', 'Austria'],
    ['Moser Bikes', 'Zurich', 'Switzerland'],
    ['Nova Fitness', 'Berlin', 'Germany'],
    ['Optima Dental', 'Vienna', 'Austria'],
  ];
  const customers = companies.map(([name, city, country], index) => ({
    number: `C-${String(3 + index * 4).padStart(3, '0')}`,
    name,
    city,
    country,
  }));
  write('customers.csv', ';', [
    ['Customer no', 'Company', 'City', 'Country', 'Customer since', 'Discount', 'Contact'],
    ...customers.map(({ number, name, city, country }) => [
      number,
      name,
      city,
      country,
      dotted(day('2016-03-01', between(0, 3000))),
      one(['0 %', '5 %', '5 %', '10 %', '']),
      one(['Ms Keller', 'Mr Wagner', 'Ms Arslan', 'Mr Blum', '-']),
    ]),
  ]);
  const rows = Array.from({ length: 86 }, () => ({ issued: day('2024-10-01', between(0, 270)) })).sort(
    (a, b) => a.issued - b.issued,
  );
  write('invoices.csv', ';', [
    ['Invoice', 'Customer number', 'Issued', 'Due', 'Net', 'VAT', 'Gross', 'Status', 'Paid on'],
    ...rows.map(({ issued }, index) => {
      const net = between(90, 4800) * 100 + one([0, 0, 50, 90]);
      const tax = Math.round(net * 0.19);
      const status = one(['paid', 'paid', 'paid', 'Paid', 'open', 'open', 'overdue', 'cancelled']);
      const due = new Date(issued.getTime() + 14 * 86_400_000);
      return [
        `2025-${two(0)}${String(index + 1).padStart(3, '0')}`,
        one(customers.slice(0, 12)).number,
        dotted(issued),
        dotted(due),
        euros(net),
        euros(tax),
        euros(net + tax),
        status,
        status.toLowerCase() === 'paid'
          ? dotted(new Date(issued.getTime() + between(2, 40) * 86_400_000))
          : '-',
      ];
    }),
  ]);
}

function wine() {
  seed(107);
  const producers = [
    ['Château Margot', 'France', 'Bordeaux', 'red'],
    ['Domaine Leroux', 'France', 'Burgundy', 'red'],
    ['Maison Petit', 'France', 'Loire', 'white'],
    ['Cantina Sole', 'Italy', 'Tuscany', 'red'],
    ['Villa Bianca', 'Italy', 'Piedmont', 'red'],
    ['Casa Verde', 'Portugal', 'Douro', 'red'],
    ['Bodega Luna', 'Spain', 'Rioja', 'red'],
    ['Bodega Sur', 'Spain', 'Rueda', 'white'],
    ['Weingut Adler', 'Germany', 'Mosel', 'white'],
    ['Weingut Stein', 'Austria', 'Wachau', 'white'],
    ['Maison Bulle', 'France', 'Champagne', 'sparkling'],
    ['Cantina Aria', 'Italy', 'Veneto', 'sparkling'],
    ['Finca Rosa', 'Spain', 'Navarra', 'rosé'],
  ];
  const rows = producers.flatMap(([producer, country, region, colour]) =>
    ['Classic', 'Reserve', 'Old Vines', 'Estate']
      .filter(() => often(0.75))
      .map((name) => {
        const vintage = between(2008, 2023);
        return [
          `${producer} ${name}`,
          producer,
          country,
          region,
          often(0.1) ? colour.toUpperCase() : colour,
          colour === 'sparkling' && often(0.6) ? 'NV' : vintage,
          between(0, 12),
          euros(between(690, name === 'Reserve' ? 9800 : 3900)),
          often(0.2) ? '' : vintage + between(3, 15),
          often(0.3) ? 'n/a' : between(84, 97),
          one(['Rack A', 'Rack B', 'Rack C', 'Fridge']),
        ];
      }),
  );
  write('wine.csv', ';', [
    [
      'Wine',
      'Producer',
      'Country',
      'Region',
      'Colour',
      'Vintage',
      'Bottles',
      'Price per bottle',
      'Drink by',
      'Points',
      'Where',
    ],
    ...rows,
  ]);
}

function shifts() {
  seed(108);
  const helpers = [
    'Abby Long',
    'Bill Reyes',
    'Cora Finch',
    'Dan Hobbs',
    'Edith Ames',
    'Fred Otis',
    'Greta Lowe',
    'Hal Irwin',
    'Iris Vance',
    'Joe Salt',
  ];
  const rows = Array.from({ length: 96 }, () => {
    const date = day('2025-03-01', between(0, 121));
    const start = between(8, 17);
    const minutes = between(3, 16) * 15 + 30;
    const came = often(0.86);
    const end = start * 60 + minutes;
    return {
      date,
      cells: [
        date.toISOString().slice(0, 10),
        one(helpers),
        one(['Food bank', 'Food bank', 'Charity shop', 'Park clean-up', 'Reading club', 'food bank']),
        one(['Driver', 'Cashier', 'Helper', 'Helper', 'Team lead']),
        `${two(start)}:00`,
        `${two(Math.floor(end / 60))}:${two(end % 60)}`,
        `${Math.floor(minutes / 60)}:${two(minutes % 60)}`,
        came ? one(['yes', 'yes', 'Yes']) : 'no',
        came && often(0.3) ? dollars(between(3, 24) * 100 + 50) : '-',
      ],
    };
  });
  rows.sort((a, b) => a.date - b.date);
  write('shifts.csv', ',', [
    ['Shift date', 'Volunteer', 'Event', 'Role', 'From', 'To', 'Hours', 'Showed up', 'Expenses'],
    ...rows.map(({ cells }) => cells),
  ]);
}

function survey() {
  seed(109);
  const flag = (share) =>
    often(0.05) ? '' : often(share) ? one(['Yes', 'Yes', 'yes']) : one(['No', 'No', 'no']);
  write('survey.csv', ',', [
    ['Neighbourhood survey - raw export', ...Array(11).fill('')],
    Array(12).fill(''),
    [
      'Respondent',
      'Age',
      'Gender',
      'District',
      'Household size',
      'Owns a car',
      'Owns a bike',
      'Has children',
      'Satisfaction (1-5)',
      'Would recommend',
      'Years at address',
      'Submitted',
    ],
    ...Array.from({ length: 92 }, (_, index) => [
      `R${String(index + 1).padStart(3, '0')}`,
      often(0.06) ? 'n/a' : between(18, 84),
      one(['female', 'male', 'Female', 'Male', 'female', 'male', 'other']),
      one(['North', 'North', 'Old Town', 'Old Town', 'Harbour', 'West End', 'harbour']),
      between(1, 6),
      flag(0.6),
      flag(0.7),
      flag(0.4),
      often(0.08) ? 'n/a' : one([1, 2, 3, 3, 4, 4, 4, 5, 5]),
      flag(0.65),
      between(0, 38),
      isoDate(day('2025-02-03', Math.floor(index / 4))),
    ]),
  ]);
}

function tickets() {
  seed(110);
  const rows = Array.from({ length: 104 }, () => ({ made: day('2025-01-06', between(0, 172)) })).sort(
    (a, b) => a.made - b.made,
  );
  const subjects = [
    'Printer offline',
    'Password reset',
    'VPN drops',
    'New laptop',
    'Email bounce',
    'Screen flickers',
    'Software install',
    'Phone broken',
    'Slow wifi',
    'Access to share',
  ];
  write('tickets.csv', ',', [
    [
      'Ticket',
      'Subject',
      'Reported by',
      'Assignee',
      'Priority',
      'Status',
      'Opened',
      'Closed',
      'Hours spent',
      'Reopened',
    ],
    ...rows.map(({ made }, index) => {
      const status = one(['closed', 'closed', 'closed', 'Closed', 'open', 'in progress', 'waiting']);
      const closed = status.toLowerCase() === 'closed';
      return [
        `IT-${1001 + index}`,
        one(subjects),
        one(['Accounts', 'Warehouse', 'Sales', 'Reception', 'Warehouse']),
        often(0.1) ? '' : one(['Nina', 'Omar', 'Petra', 'Sean']),
        one(['low', 'medium', 'medium', 'high', 'High', 'urgent']),
        status,
        isoDate(made),
        closed ? isoDate(new Date(made.getTime() + between(0, 24) * 86_400_000)) : '',
        closed ? (between(1, 32) / 4).toFixed(2) : often(0.4) ? (between(1, 12) / 4).toFixed(2) : '',
        closed && often(0.12) ? 'yes' : 'no',
      ];
    }),
  ]);
}

books();
fuel();
payroll();
matches();
budget();
invoices();
wine();
shifts();
survey();
tickets();

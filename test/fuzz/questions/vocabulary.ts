/** What a column of a random table may hold. */
export type Role = 'name' | 'category' | 'number' | 'date' | 'flag';

/** A column as people speak of it: `said` is one, `many` are several. */
export interface Word {
  readonly role: Role;
  readonly said: string;
  readonly many: string;
  /** The values of a name or a category. */
  readonly values: readonly string[];
  /** The lowest and the highest of a number. */
  readonly range: readonly [number, number];
  /** What it is counted in: part of the head, or of each cell; `money` is written in the fashion of the table. */
  readonly unit: string;
}

/** A trade, a household, a hobby: what its tables are about. */
export interface Domain {
  /** The name of the file. */
  readonly id: string;
  readonly one: string;
  readonly many: string;
  readonly words: readonly Word[];
}

const plain = { values: [], range: [0, 0], unit: '' } as const;

const words = (text: string) => text.split(', ');

const named = (said: string, values: readonly string[]): Word => ({
  ...plain,
  role: 'name',
  said,
  many: `${said}s`,
  values,
});

const category = (said: string, many: string, values: string): Word => ({
  ...plain,
  role: 'category',
  said,
  many,
  values: words(values),
});

const number = (said: string, low: number, high: number, unit = ''): Word => ({
  ...plain,
  role: 'number',
  said,
  many: said,
  range: [low, high],
  unit,
});

const date = (said: string): Word => ({ ...plain, role: 'date', said, many: `${said}s` });
const flag = (said: string): Word => ({ ...plain, role: 'flag', said, many: said });

const FIRST = words('Ada, Boris, Celia, Dmitri, Edna, Fergus, Gloria, Hector, Irma, Jasper, Kirsten, Ludwig');
const LAST = words(
  'Abbott, Brandt, Castro, Dalton, Eriksen, Farrow, Gruber, Holm, Ibsen, Jansen, Kowal, Lindt',
);
/** People with a first name and a last name of their own. */
const PEOPLE = FIRST.flatMap((first, index) => [
  `${first} ${LAST[index]}`,
  `${first}e ${LAST[(index + 5) % LAST.length]}er`,
]);
const numbered = (start: string) => Array.from({ length: 24 }, (_, index) => `${start}${1004 + index * 7}`);

export const DOMAINS: readonly Domain[] = [
  {
    id: 'orders',
    one: 'order',
    many: 'orders',
    words: [
      named('order number', numbered('A-')),
      category('region', 'regions', 'North, South, West, Midlands'),
      category('product', 'products', 'Lamp, Desk, Chair, Bookcase'),
      category('status', 'statuses', 'shipped, pending, returned'),
      number('units', 1, 60),
      number('revenue', 40, 4_000, 'money'),
      number('shipping cost', 3, 40, 'money'),
      date('order date'),
      flag('gift'),
    ],
  },
  {
    id: 'staff',
    one: 'employee',
    many: 'employees',
    words: [
      named('name', PEOPLE),
      category('department', 'departments', 'Sales, Finance, Logistics, Legal'),
      category('city', 'cities', 'Lyon, Porto, Turin, Gdansk'),
      category('contract', 'contracts', 'permanent, temporary, freelance'),
      number('salary', 21_000, 98_000, 'money'),
      number('age', 19, 66),
      number('overtime', 0, 60, 'h'),
      date('start date'),
      flag('remote'),
    ],
  },
  {
    id: 'trips',
    one: 'trip',
    many: 'trips',
    words: [
      named('trip id', numbered('T')),
      category('driver', 'drivers', 'Anke, Ralf, Mia, Bodo'),
      category('vehicle', 'vehicles', 'Van, Truck, Pickup'),
      category('destination', 'destinations', 'Bremen, Ulm, Essen, Kassel, Trier'),
      number('distance', 4, 780, 'km'),
      number('fuel', 2, 90, 'l'),
      number('cost', 5, 240, 'money'),
      date('date'),
      flag('paid'),
    ],
  },
  {
    id: 'visits',
    one: 'visit',
    many: 'visits',
    words: [
      named('visit no', numbered('V')),
      category('doctor', 'doctors', 'Okafor, Lindqvist, Marchetti'),
      category('ward', 'wards', 'Surgery, Pediatrics, Cardiology'),
      category('insurer', 'insurers', 'BlueCare, MediPlus, Unity'),
      number('waiting time', 0, 95, 'min'),
      number('fee', 20, 480, 'money'),
      number('weight', 41, 130, 'kg'),
      date('visit date'),
      flag('first visit'),
    ],
  },
  {
    id: 'plants',
    one: 'plant',
    many: 'plants',
    words: [
      named(
        'plant name',
        words(
          'Fern, Orchid, Basil, Cactus, Ivy, Lavender, Monstera, Rosemary, Begonia, Camellia, Dahlia, Fuchsia, Gardenia, Hibiscus, Jasmine, Lily, Mint, Oleander, Peony, Sage, Thyme, Tulip, Violet, Yucca',
        ),
      ),
      category('location', 'locations', 'Balcony, Kitchen, Greenhouse'),
      category('supplier', 'suppliers', 'Gartenwelt, Bloom Bros, Verde'),
      number('height', 5, 240, 'cm'),
      number('pots', 1, 14),
      number('price', 2, 60, 'money'),
      date('planted'),
      flag('edible'),
    ],
  },
  {
    id: 'payments',
    one: 'payment',
    many: 'payments',
    words: [
      named('reference', numbered('REF')),
      category('payee', 'payees', 'Tesco, Netflix, Thames Water, Boots'),
      category('category', 'categories', 'Groceries, Leisure, Utilities, Health'),
      category('account', 'accounts', 'Joint, Savings, Visa'),
      number('amount', 1, 900, 'money'),
      date('booked on'),
      flag('reconciled'),
    ],
  },
  {
    id: 'films',
    one: 'film',
    many: 'films',
    words: [
      named(
        'title',
        words(
          'Vertigo, Alien, Amelie, Brazil, Casablanca, Fargo, Gravity, Heat, Jaws, Metropolis, Nashville, Network, Psycho, Rashomon, Roma, Rocky, Rope, Solaris, Stalker, Tootsie, Trainspotting, Ran, Manhattan, Gandhi',
        ),
      ),
      category('director', 'directors', 'Kubrick, Varda, Kurosawa, Campion'),
      category('genre', 'genres', 'Drama, Comedy, Thriller, Western'),
      category('country', 'countries', 'Japan, France, Mexico'),
      number('length', 78, 210, 'min'),
      number('rating', 1, 10),
      number('budget', 1, 250),
      date('watched on'),
      flag('subtitled'),
    ],
  },
  {
    id: 'animals',
    one: 'animal',
    many: 'animals',
    words: [
      named(
        'pet name',
        words(
          'Bella, Rex, Coco, Ziggy, Pepper, Oreo, Luna, Simba, Nala, Milo, Daisy, Rocky, Buddy, Max, Ruby, Toby, Misty, Shadow, Biscuit, Hazel, Gizmo, Poppy, Felix, Otis',
        ),
      ),
      category('species', 'species', 'dog, cat, rabbit, parrot'),
      category('keeper', 'keepers', 'Ivana, Marek, Sunniva'),
      category('shelter', 'shelters', 'Eastgate, Hillside, Riverbank'),
      number('weight', 1, 60, 'kg'),
      number('age', 1, 17),
      number('adoption fee', 20, 300, 'money'),
      date('arrived on'),
      flag('vaccinated'),
    ],
  },
  {
    id: 'machines',
    one: 'machine',
    many: 'machines',
    words: [
      named('serial', numbered('M')),
      category('hall', 'halls', 'Hall Nord, Hall Ost, Hall Sud'),
      category('maker', 'makers', 'Bosch, Siemens, Fanuc'),
      category('type', 'types', 'lathe, press, robot'),
      number('output', 100, 9_000),
      number('downtime', 0, 400, 'min'),
      number('repairs', 0, 20),
      number('repair cost', 0, 5_000, 'money'),
      date('installed'),
      flag('leased'),
    ],
  },
  {
    id: 'homes',
    one: 'property',
    many: 'properties',
    words: [
      named('ref', numbered('H')),
      category('town', 'towns', 'Ashby, Corby, Malton, Selby'),
      category('type', 'types', 'house, flat, bungalow'),
      category('agent', 'agents', 'Priya, Gustav, Noelle'),
      number('price', 90_000, 900_000, 'money'),
      number('bedrooms', 1, 6),
      number('area', 30, 280, 'm²'),
      date('listed on'),
      flag('garden'),
    ],
  },
];

// Makes the tables of this folder again, the same bytes each time.
import {
  between,
  day,
  dollars,
  dotted,
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
const slashed = (date) => isoDate(date).split('-').reverse().join('/');

seed(4107);
const CROPS = {
  Tomatoes: 3,
  Courgettes: 4,
  Beans: 1.5,
  Carrots: 2.5,
  Raspberries: 0.6,
  Potatoes: 7,
  Lettuce: 0.8,
};
write('harvest.csv', ';', [
  ['Date picked', 'Crop', 'Bed no.', 'Weight (kg)', 'Picked by', 'Remarks'],
  ...Array.from({ length: 46 }, (_, place) => {
    const crop = one(Object.keys(CROPS));
    const kilos = CROPS[crop] * (0.4 + next());
    return [
      dotted(day('2025-05-20', Math.round(place * 3.1))),
      crop,
      between(1, 6),
      often(0.94) ? comma(kilos, 2) : '',
      one(['Hanna', 'Jo', 'Mehmet', 'Piet', 'Hanna']),
      often(0.25) ? one(['slugs', 'given away', 'a bit small', 'after the storm']) : '',
    ];
  }),
]);

seed(5211);
write('parcels.csv', ',', [
  [
    'Tracking no',
    'Sent on',
    'Delivered on',
    'Courier',
    'Ship to (city)',
    'Weight (g)',
    'Shipping cost (£)',
    'Status',
    'Signed by',
  ],
  ...Array.from({ length: 60 }, (_, place) => {
    const sent = day('2025-01-06', Math.round(place * 2.9));
    const status = one([
      'Delivered',
      'Delivered',
      'Delivered',
      'Delivered',
      'Delivered',
      'Returned',
      'Lost',
      'In transit',
    ]);
    const grams = between(120, 9800);
    const courier = one(['Evri', 'Royal Mail', 'DPD', 'Royal Mail']);
    return [
      `PK${String(90210 + place * 7)}`,
      isoDate(sent),
      status === 'Delivered' ? isoDate(day(isoDate(sent), between(1, courier === 'Evri' ? 9 : 5))) : '',
      courier,
      one(['Leeds', 'Bristol', 'Glasgow', 'York', 'Cardiff', 'Leeds']),
      grams,
      `£${(2.95 + grams / 900 + next()).toFixed(2)}`,
      status,
      status === 'Delivered' && often(0.7) ? one(['neighbour', 'customer', 'front desk']) : '',
    ];
  }),
]);

seed(6311);
const PLACES = ['Berlin', 'Lisbon', 'Oslo', 'New York', 'Singapore', 'Madrid'];
write('flights.csv', ',', [
  [
    'Traveller',
    'From',
    'To',
    'Airline',
    'Departure',
    'Fare (USD)',
    'Class',
    'Delay (min)',
    'CO2 kg',
    'Purpose',
  ],
  ...Array.from({ length: 52 }, (_, place) => {
    const from = one(PLACES);
    const to = one(PLACES.filter((other) => other !== from));
    const isFar = [from, to].some((name) => ['New York', 'Singapore'].includes(name));
    return [
      one(['Ada Brandt', 'Luis Vega', 'Mina Rao', 'Tom Ek', 'Ada Brandt']),
      from,
      to,
      one(['Lufthansa', 'TAP', 'SAS', 'Iberia']),
      spoken(day('2024-02-05', Math.round(place * 12.4))),
      dollars(isFar ? between(48000, 291000) : between(5900, 41000)),
      often(0.2) ? 'Business' : 'Economy',
      often(0.45) ? between(5, 190) : often(0.5) ? 0 : '-',
      isFar ? between(820, 2400) : between(110, 390),
      one(['Client visit', 'Conference', 'Internal', 'Client visit']),
    ];
  }),
]);

seed(7411);
const DONORS = [
  'A. Lindqvist',
  'Brook & Sons Ltd',
  'C. Okafor',
  'Dunn Foundation',
  'E. Moreau',
  'Fjord Energy',
  'G. Hale',
  'Hope Trust',
  'I. Petrov',
  'J. Costa',
];
const TYPES = [
  'Private',
  'Company',
  'Private',
  'Foundation',
  'Private',
  'Company',
  'Private',
  'Foundation',
  'Private',
  'Private',
];
const COUNTRIES = ['Sweden', 'UK', 'UK', 'Ireland', 'France', 'Norway', 'UK', 'UK', 'Germany', 'Portugal'];
write('donations.tsv', '\t', [
  ['Donor', 'Donor type', 'Gift date', 'Amount EUR', 'Campaign', 'Method', 'Thanked?', 'Country'],
  ...Array.from({ length: 58 }, (_, place) => {
    const who = between(0, DONORS.length - 1);
    const large = TYPES[who] === 'Private' ? 1 : 12;
    return [
      DONORS[who],
      TYPES[who],
      slashed(day('2024-01-13', Math.round(place * 11.7))),
      between(2, 40) * 5 * large,
      often(0.9) ? one(['Winter shelter', 'School meals', 'Clean water']) : '',
      one(['Bank transfer', 'Card', 'Cash', 'Bank transfer']),
      often(0.75) ? 'yes' : 'no',
      COUNTRIES[who],
    ];
  }),
]);

seed(8513);
const MODELS = {
  Volkswagen: ['Golf', 'Polo'],
  Toyota: ['Yaris', 'Corolla'],
  Skoda: ['Octavia', 'Fabia'],
  Tesla: ['Model 3'],
  Ford: ['Focus', 'Fiesta'],
};
write('cars.csv', ',', [
  [
    'Stock #',
    'Make',
    'Model',
    'Reg. year',
    'Mileage (km)',
    'Fuel',
    'Gearbox',
    'Asking price',
    'Colour',
    'Sold on',
    'Sold for',
  ],
  ...Array.from({ length: 44 }, (_, place) => {
    const make = one(Object.keys(MODELS));
    const year = between(2012, 2023);
    const price =
      Math.round((6000 + (year - 2012) * 1450 + next() * 5200 + (make === 'Tesla' ? 9000 : 0)) / 50) * 50;
    const isSold = often(0.55);
    const money = (whole) => `€ ${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}`;
    return [
      `C-${two(place + 1)}`,
      make,
      one(MODELS[make]),
      year,
      between(4_000, 21_000) * (2025 - year),
      make === 'Tesla' ? 'Electric' : one(['Petrol', 'Diesel', 'Hybrid', 'Petrol']),
      make === 'Tesla' || often(0.35) ? 'Automatic' : 'Manual',
      money(price),
      one(['black', 'white', 'grey', 'red', 'blue', 'Grey']),
      isSold ? isoDate(day('2025-01-03', between(0, 260))) : '',
      isSold ? money(price - between(0, 24) * 50) : '',
    ];
  }),
]);

seed(9601);
const PETS = [
  ['Bella', 'Dog', 'Labrador', 'Kaya Stein'],
  ['Milo', 'Cat', 'Siamese', 'Omar Haddad'],
  ['Rocky', 'Dog', 'Beagle', 'Ines Prado'],
  ['Luna', 'Cat', 'Tabby', 'Kaya Stein'],
  ['Nibbles', 'Rabbit', 'Lop', 'Rob Carey'],
  ['Rex', 'Dog', 'Boxer', 'Freya Holm'],
  ['Coco', 'Parrot', 'African grey', 'Omar Haddad'],
  ['Simba', 'Cat', 'Persian', 'Dan Wu'],
  ['Daisy', 'Dog', 'Beagle', 'Lea Fontaine'],
  ['Thumper', 'Rabbit', 'Dwarf', 'Ines Prado'],
  ['Oscar', 'Cat', 'Tabby', 'Petra Novak'],
];
const LOAD = { Dog: 22, Cat: 4.4, Rabbit: 2.1, Parrot: 0.5 };
write('vetvisits.csv', ',', [
  [
    'Visit date',
    'Pet name',
    'Species',
    'Breed',
    'Owner',
    'Age (yrs)',
    'Weight kg',
    'Reason',
    'Vet',
    'Fee',
    'Paid (y/n)',
    'Next visit',
  ],
  ...Array.from({ length: 50 }, (_, place) => {
    const [name, species, breed, owner] = PETS[between(0, PETS.length - 1)];
    const seen = day('2025-02-03', Math.round(place * 4.3));
    const reason = one(['Vaccination', 'Check-up', 'Injury', 'Dental', 'Check-up', 'Vaccination']);
    const fee = { Vaccination: 48, 'Check-up': 39, Injury: 160, Dental: 120 }[reason] + between(0, 9) * 5;
    return [
      isoDate(seen),
      name,
      species,
      breed,
      owner,
      (PETS.findIndex(([other]) => other === name) % 9) + 2,
      (LOAD[species] * (0.85 + next() * 0.3)).toFixed(1),
      reason,
      one(['Dr Amari', 'Dr Bloom', 'Dr Castell']),
      `$${fee}.00`,
      often(0.8) ? 'y' : 'n',
      often(0.6) ? isoDate(day(isoDate(seen), between(14, 180))) : '',
    ];
  }),
]);

// Makes the tables of this folder again, the same bytes each time.
import { between, day, euros, isoDate, often, one, seed, spoken, two, writerIn } from '../making.mjs';

const write = writerIn(new URL('./tables/', import.meta.url));

seed(1207);
const TRAILS = {
  'Ridge Walk': ['Alps', 14.2, 980, 'hard'],
  'Lake Loop': ['Foothills', 8.5, 160, 'easy'],
  'Glacier View': ['Alps', 17.8, 1340, 'hard'],
  'Mill Path': ['Valley', 6.1, 90, 'easy'],
  'Pine Forest': ['Foothills', 11.3, 420, 'moderate'],
  'Castle Hill': ['Valley', 9.7, 310, 'moderate'],
};
write('hikes.csv', ',', [
  [
    'Hike date',
    'Trail',
    'Region',
    'Led by',
    'Distance (km)',
    'Ascent (m)',
    'Time (h:mm)',
    'Hikers',
    'Difficulty',
    'Weather',
    'Cost p.p. (€)',
    'Cancelled?',
    'Notes',
  ],
  ...Array.from({ length: 48 }, (_, place) => {
    const trail = one(Object.keys(TRAILS));
    const [region, length, ascent, level] = TRAILS[trail];
    const minutes = Math.round(length * 14 + ascent / 8) + between(-20, 40);
    const isOff = often(0.12);
    return [
      spoken(day('2024-03-09', Math.round(place * 13.4))),
      trail,
      region,
      one(['Anouk', 'Bastian', 'Carla', 'Dmitri', 'Anouk']),
      length.toFixed(1),
      ascent,
      isOff ? '' : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`,
      isOff ? '' : between(3, 24),
      level,
      one(['sunny', 'cloudy', 'rain', 'snow', 'sunny']),
      `€ ${between(0, 9) * 2 + 4},50`,
      isOff ? 'yes' : 'no',
      often(0.2) ? one(['dog came along', 'blisters', 'bus was late']) : '',
    ];
  }),
]);

seed(3309);
const FILMS = {
  'Silent Harbour': ['Drama', 'French'],
  'Rocket Ants': ['Family', 'English'],
  'The Long Night': ['Thriller', 'English'],
  'Laugh Lines': ['Comedy', 'German'],
  'Cold Trail': ['Thriller', 'Danish'],
  'Paper Moons': ['Drama', 'English'],
};
write('cinema.csv', ';', [
  [
    'Show date',
    'Film',
    'Genre',
    'Language',
    'Screen',
    'Starts at',
    'Tickets sold',
    'Seats',
    'Box office',
    'Snacks (EUR)',
    '3D',
    'Manager on duty',
  ],
  ...Array.from({ length: 64 }, (_, place) => {
    const film = one(Object.keys(FILMS));
    const screen = between(1, 4);
    const seats = [0, 240, 120, 80, 60][screen];
    const sold = between(4, seats);
    return [
      isoDate(day('2025-01-04', Math.floor(place * 1.9))),
      film,
      ...FILMS[film],
      `Screen ${screen}`,
      one(['14:30', '17:15', '20:00', '22:30']),
      sold,
      seats,
      euros(sold * between(8, 13) * 100),
      often(0.93) ? euros(sold * between(150, 420)) : 'n/a',
      film === 'Rocket Ants' && often(0.6) ? 'x' : '',
      one(['Farah', 'Gus', 'Helena']),
    ];
  }),
]);

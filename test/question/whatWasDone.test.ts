import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const PARCELS = csv(
  'parcels',
  'Ref,Sent on,Delivered on,Courier,Ship to (city),Weight (g),Cost (£),Status,Signed by\nP1,2025-01-06,2025-01-08,DPD,Leeds,8200,£9.00,Delivered,neighbour\nP2,2025-01-09,,DPD,York,900,£3.00,Returned,\nP3,2025-02-01,2025-02-05,Evri,Leeds,1200,£4.00,Delivered,customer\nP4,2025-02-03,,Evri,York,500,£2.00,Lost,\nP5,2025-02-07,,Evri,York,700,£2.00,Lost,\n',
);
const GIFTS = csv(
  'gifts',
  'Donor,Date,Amount EUR,Campaign\nHale,2025-01-02,600,Water\nHale,2025-02-02,700,School\nMoreau,2025-02-03,200,School\n',
);
const HIKES = csv(
  'hikes',
  'Hike date,Trail,Led by,Distance (km),Hikers,Cost (€),Paid (y/n)\n2025-03-01,Ridge Walk,Anouk,14,6,€5.00,y\n2025-03-08,Ridge Walk,Carla,14,8,€5.00,n\n2025-04-05,Lake Loop,Anouk,8,9,€2.00,y\n',
);
const TRIPS = csv(
  'flights',
  'Traveller,From,To,Departure,Fare (USD),Delay (min)\nAda,Oslo,Rome,2025-01-01,$100.00,75\nTom,Rome,Oslo,2025-01-09,$300.00,10\nTom,Oslo,Rome,2025-02-09,$250.00,0\n',
);
const HOMES = csv('cars', 'Car,Mileage,Price\nA,4000,"€ 8,450"\nB,90000,"€ 15,550"\n');

describe('E8 what was done, by whom, and which of several columns says it', () => {
  test.each([
    ['how many did each courier return', PARCELS, '“return” is read as “Returned”'],
    ['which courier loses the most parcels', PARCELS, 'Evri (2)'],
    ['parcels sent per month', PARCELS, 'Sent on month'],
    ['average delivery time per courier', PARCELS, 'days from Sent on to Delivered on'],
    ['how long does DPD take on average', PARCELS, '**2**'],
    ['how many parcels per city', PARCELS, 'by Ship to (city)'],
    ['list everything signed for by a neighbour', PARCELS, 'Signed by = neighbour'],
    ['parcels over 8 kg', PARCELS, 'Weight (g) > 8000'],
    ['cheapest courier on average', PARCELS, 'lowest average Cost (£)'],
    ['what % of parcels were delivered', PARCELS, '**40**'],
    ['donors who gave more than 1000 in total', GIFTS, 'Hale'],
    ['which campaign raised the most', GIFTS, 'School (900)'],
    ['who had no Water', GIFTS, 'Moreau'],
    ['how far did we walk altogether', HIKES, '**36**'],
    ['how many hikes did each leader have', HIKES, '“leader” is read as “Led by”'],
    ['who still has to pay', HIKES, 'Paid (y/n) = false'],
    ['first time we did Ridge Walk', HIKES, '2025-03-01'],
    ['who flies the least', TRIPS, 'Ada (1)'],
    ['how often did we fly from Oslo to Rome', TRIPS, '**2**'],
    ['how many flights were delayed by more than an hour', TRIPS, 'Delay (min) > 60'],
  ] as const)('%s', async (question, table, said) => {
    const { text } = await ask(question, [table]);
    expect(text).toContain(said);
  });

  test.each([
    ['cost per hiker', HIKES, 'divided'],
    ['gifts of more than 1000 in total', GIFTS, 'in total'],
    ['which donors never gave to Water more than twice', GIFTS, 'never'],
    ['cars under 15000', HOMES, 'under 15000'],
    ['how many parcels did DPD pick', PARCELS, 'pick'],
  ] as const)('and what it leaves open is refused: %s', (question, table, said) => {
    const { plan, problems } = planOf(question, [table]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(said);
  });
});

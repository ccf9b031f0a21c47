import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TICKETS = csv(
  'tickets',
  'Ticket,Opened,Assigned to,Via,Replies\n' +
    'T1,2025-03-03 09:10,Ann,chat,2\nT2,2025-03-03 09:50,Ben,email,4\nT3,2025-03-05 14:00,Ann,chat,6\nT4,2025-03-10 09:00,-,email,1\n',
);
const VISITS = csv(
  'visits',
  'Ref,Date,Time,Patient,Waited (hh:mm)\n1,2025-03-03,09:10,Ann,00:25\n2,2025-03-04,09:40,Ben,00:40\n3,2025-03-04,11:00,Ann,00:55\n',
);
const RACES = csv(
  'races',
  'Day,Event,Runner,Chip time\n2025-03-03,Spring,Ann,0:30:00\n2025-03-03,Spring,Ben,0:42:00\n2025-06-01,Lake,Ann,-\n',
);
const PLANT = csv(
  'plant',
  'Hour,Yield kWh,Temp °C\n2025-06-02T06:00,8,20\n2025-06-02T07:00,12,31\n2025-06-03T06:00,5,44\n',
);

describe('E8 days, weeks and hours are periods', () => {
  test.each([
    ['tickets per day', TICKETS, '2025-03-03 (2), 2025-03-05 (1)'],
    ['tickets per week', TICKETS, '2025-03-03 (3) and 2025-03-10 (1)'],
    ['what hour of the day is busiest', TICKETS, '09 (3)'],
    ['visits by hour of the day', VISITS, '09 (2) and 11 (1)'],
    ['daily total yield', PLANT, '2025-06-02 (20) and 2025-06-03 (5)'],
  ] as const)('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  test.each([
    ['how many days are there', '“days”'],
    ['tickets per hour', '“hour”'],
    ['tickets by days', '“days”'],
  ] as const)('and no lengths of time: %s', (question, said) => {
    const { plan, problems } = planOf(question, [TICKETS]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(said);
  });
});

describe('E8 lengths of time that are written as times of day', () => {
  test.each([
    ['how many waited more than half an hour', VISITS, '**2**'],
    ['average waiting time', VISITS, '**0.6667**'],
    ['how long do people wait on average', VISITS, '**0.6667**'],
    ['average time at the Spring', RACES, '**0.60**'],
  ] as const)('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  test('how long, and nothing else, is asked back', () => {
    const { problems } = planOf('how long did Ann wait', [VISITS]);
    expect(problems[0]?.message).toContain('on average, in total');
  });

  test('a number in another unit is compared with nothing', () => {
    expect(planOf('visits with waiting time above 30 kwh', [VISITS]).plan).toBeNull();
  });
});

describe('E8 what people call things', () => {
  test('nobody is no agent', async () => {
    const { text } = await ask('average replies per agent', [TICKETS]);
    expect(text).toContain('Ann (4) and Ben (4)');
    expect(text).toContain('“agent” is read as “Assigned to”');
  });

  test('per row by something else is an average', async () => {
    expect((await ask('replies per ticket by channel', [TICKETS])).text).toContain(
      'chat (4.00) and email (2.50)',
    );
  });

  test('a head that is written short', async () => {
    const table = csv('plant', 'Day,Eff.,Irrad. W/m²\n2025-06-02,17,400\n2025-06-03,19,500\n');
    expect((await ask('average efficiency', [table])).text).toContain('“efficiency” is read as “Eff.”');
    expect(planOf('average irritation', [table]).plan).toBeNull();
  });

  test('hotter than so many degrees', async () => {
    expect((await ask('rows hotter than 40 degrees', [PLANT])).text).toContain('2025-06-03');
  });
});

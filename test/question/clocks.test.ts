import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const LESSONS = csv(
  'lessons',
  'Date,Start,Pupil,Fee\n2025-01-02,09:00,Ada,30\n2025-01-03,12:00,Ben,20\n2025-01-04,15:30,Ada,40\n2025-02-01,18:00,Cleo,50\n2025-02-02,19:45,Ada,60\n',
);
const RIDES = csv(
  'rides',
  'Ride,Began,Ended,Km\n1,07:15:00,08:00:00,3\n2,18:00:00,18:40:00,5\n3,18:30:00,19:00:00,4\n',
);
const TICKETS = csv('tickets', 'Ticket,Opened\nT1,2025-03-03 09:10\nT2,2025-03-03 18:50\n');

describe('E8 times of day', () => {
  test.each([
    ['how many lessons start after 6 pm', LESSONS, '**1**'],
    ['how many lessons after 18:00', LESSONS, '**1**'],
    ['how many lessons since 6 p.m.', LESSONS, '**2**'],
    ['how many lessons before noon', LESSONS, '**1**'],
    ['how many lessons until 12 pm', LESSONS, '**2**'],
    ['how many lessons start at 15:30', LESSONS, '**1**'],
    ['how many lessons between 9 am and noon', LESSONS, '**2**'],
    ['how many lessons from 9:00 to 15:30', LESSONS, '**3**'],
    ['total fee after 5pm in February by pupil', LESSONS, 'Cleo (50) and Ada (60)'],
    ['how many rides began after 18:00', RIDES, '**1**'],
    ['how many rides ended before 6:45 pm', RIDES, '**2**'],
  ])('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  test.each([
    ['tickets after 10:00', TICKETS, 'no column says by itself at what time of day'],
    ['how many rides after 18:00', RIDES, '“Began” or “Ended”'],
    ['lessons over 9:30', LESSONS, 'cannot tell'],
    ['lessons longer than 1:30', LESSONS, 'cannot tell'],
    ["how many lessons at 3 o'clock", LESSONS, 'clock'],
  ])('%s', (question, table, why) => {
    const { plan, problems } = planOf(question, [table]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(why);
  });
});

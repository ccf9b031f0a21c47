import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { canonicalJson } from '#base';
import { machineStream, planStream, type ReplyReading, readReply } from '#planner';
import { plannerState, tools } from '../planner/plannerState';
import { WRITTEN_PLANS, type WrittenPlan } from './replyPlans';
import { fuzzTimeout, samples } from './samples';

/** Tools that take whatever they are given, so that nothing but the reading refuses a value. */
const OPEN = new Map(
  [...tools({ echo: {}, 'http.request': {}, 'text.say': {} })].map(([id, tool]) => [
    id,
    { ...tool, input: { type: 'object' } },
  ]),
);
const STATE = plannerState({ catalogue: OPEN });

/** What a reply is taken for, every value and the structure; null where it is refused. */
function taken({ plan, machine }: ReplyReading): string | null {
  const made = machine ?? plan;
  return made === null ? null : canonicalJson(json(made));
}

function json(value: object): Json {
  return JSON.parse(JSON.stringify(value));
}

const UNDAMAGED = WRITTEN_PLANS.map(({ text }) => taken(readReply(text, STATE)));

/** The values that strict JSON reads in a reply: its one value, or those of its lines; null where it reads none. */
function strictly(plan: WrittenPlan, text: string): readonly Json[] | null {
  const after = plan.text.slice(plan.to);
  const json = text.endsWith(after) ? text.slice(plan.from, text.length - after.length) : text;
  return valuesIn(json) ?? valuesIn(text);
}

function valuesIn(json: string): readonly Json[] | null {
  for (const parts of [[json], json.split('\n')]) {
    try {
      return parts.map((part): Json => JSON.parse(part));
    } catch {
      // Not in this way.
    }
  }
  return null;
}

const STRUCTURAL = '{}[],:"\\';
const KEYWORDS = /true|false|null/g;
const AS_PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** A place in a reply that can be damaged: a structural character, quote, escape or keyword. */
interface Token {
  readonly at: number;
  readonly text: string;
}

function tokensOf({ text, from, to }: WrittenPlan): readonly Token[] {
  const characters = [...text.slice(from, to).matchAll(/[{}[\],:"\\]/g)];
  const keywords = [...text.slice(from, to).matchAll(KEYWORDS)];
  return [...characters, ...keywords].map((found) => ({ at: from + found.index, text: found[0] }));
}

const TOKENS = WRITTEN_PLANS.map(tokensOf);

/** One token lost, doubled, in the place of its neighbour, or written as another. */
const DAMAGES: readonly ((text: string, token: Token, pick: number) => string)[] = [
  (text, { at, text: token }) => text.slice(0, at) + text.slice(at + token.length),
  (text, { at, text: token }) => text.slice(0, at) + token + text.slice(at),
  (text, { at, text: token }) =>
    text.slice(0, at) + text.charAt(at + token.length) + token + text.slice(at + token.length + 1),
  (text, { at, text: token }) =>
    text.slice(0, at - 1) + token + text.charAt(at - 1) + text.slice(at + token.length),
  (text, { at, text: token }, pick) =>
    text.slice(0, at) + (otherSpelling(token, pick) ?? '') + text.slice(at + token.length),
];

function otherSpelling(token: string, pick: number): string | undefined {
  if (token.length > 1) return [AS_PYTHON[token], token.toUpperCase(), 'undefined', `${token}e`][pick % 4];
  return token === '"'
    ? ["'", '“', '”', '`'][pick % 4]
    : [...STRUCTURAL].filter((one) => one !== token)[pick % (STRUCTURAL.length - 1)];
}

/** The same reply while it arrives, in pieces of this size. */
function streamed({ isMachine }: WrittenPlan, text: string, size: number): ReplyReading {
  const stream = isMachine ? machineStream(STATE) : planStream(STATE);
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size));
  return stream.end();
}

/** @param size of the pieces in which it arrives, too; 0 where that is not looked at */
function judge(index: number, damaged: string, size: number): void {
  const plan = WRITTEN_PLANS[index];
  if (plan === undefined) return;
  const reading = readReply(damaged, STATE);
  if (size > 0) expect(streamed(plan, damaged, size)).toEqual(reading);
  const values = strictly(plan, damaged);
  const what = taken(reading);
  if (values !== null) {
    const written = values.map((value) => JSON.stringify(value)).join('\n');
    expect(what).toBe(taken(readReply(written, STATE)));
  } else if (reading.oneStep) {
    // The first line of a stream, and no plan: what comes next is asked for (P2).
    for (const node of reading.plan?.nodes ?? [])
      expect(UNDAMAGED[index]).toContain(canonicalJson(json(node)));
  } else if (what !== null) expect(what, `${plan.title}\n${damaged}`).toBe(UNDAMAGED[index]);
  else {
    expect(reading.problems.length).toBeGreaterThan(0);
    for (const { where, help } of reading.problems) {
      expect(Object.keys(where)).not.toEqual([]);
      expect(help).not.toBe('');
    }
  }
}

/** Of every second reply. */
const SIZES = fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 300 }));

describe('fault X7 a reply is taken exactly as it is written, or not at all', () => {
  test('every undamaged plan is taken, by whole reading and by streaming', () => {
    expect(WRITTEN_PLANS.length).toBeGreaterThanOrEqual(50);
    for (const [index, plan] of WRITTEN_PLANS.entries()) {
      const { problems, repairs } = readReply(plan.text, STATE);
      expect(
        problems.filter(({ severity }) => severity === 'error'),
        plan.title,
      ).toEqual([]);
      expect(
        repairs.filter((repair) => repair.includes('character')),
        plan.title,
      ).toEqual([]);
      expect(UNDAMAGED[index], plan.title).not.toBeNull();
      expect(taken(streamed(plan, plan.text, 7))).toBe(UNDAMAGED[index]);
    }
  });

  test(
    'one structural character, quote, escape or keyword lost, doubled, swapped or written otherwise',
    () => {
      fc.assert(
        fc.property(
          fc.nat(WRITTEN_PLANS.length - 1),
          fc.nat(1_000_000),
          fc.nat(DAMAGES.length - 1),
          fc.nat(100),
          SIZES,
          (index, place, how, pick, size) => {
            const tokens = TOKENS[index] ?? [];
            const token = tokens[place % tokens.length];
            const damage = DAMAGES[how];
            const text = WRITTEN_PLANS[index]?.text ?? '';
            if (token !== undefined && damage !== undefined) judge(index, damage(text, token, pick), size);
          },
        ),
        samples(10_000),
      );
    },
    fuzzTimeout(),
  );

  test(
    'cut at any character',
    () => {
      fc.assert(
        fc.property(fc.nat(WRITTEN_PLANS.length - 1), fc.nat(1_000_000), SIZES, (index, place, size) => {
          const text = WRITTEN_PLANS[index]?.text ?? '';
          judge(index, text.slice(0, place % text.length), size);
        }),
        samples(5_000),
      );
    },
    fuzzTimeout(),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, type JsonObject, type Random, seededRandom } from '#base';
import type { CapabilityDescriptor, Catalogue } from '#plan';
import { readReply } from '#planner';
import { plannerState } from '../planner/plannerState';
import { fuzzTimeout, samples } from './samples';

/** A type as this test knows it; what it says in JSON Schema is written from it, and never read. */
type Type =
  | { readonly is: 'text' | 'number' | 'whole' | 'flag' | 'anything' }
  | { readonly is: 'list'; readonly of: Type }
  | { readonly is: 'object'; readonly fields: ReadonlyMap<string, Type>; readonly isOpen: boolean };

interface Tool {
  readonly id: string;
  readonly takes: ReadonlyMap<string, Type>;
  readonly needs: ReadonlySet<string>;
  readonly gives: Type;
}

const NAMES = ['name', 'size', 'total', 'owner', 'parts'];

function pick<Item>(random: Random, list: readonly Item[]): Item {
  const item = list[random.below(list.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

function some<Item>(random: Random, list: readonly Item[], percent: number): readonly Item[] {
  return list.filter(() => random.below(100) < percent);
}

function typeOf(random: Random, depth: number): Type {
  const scalars = ['text', 'number', 'whole', 'flag', 'anything'] as const;
  const turn = random.below(depth > 0 ? 8 : 5);
  if (turn < 5) return { is: scalars[turn] ?? 'text' };
  return turn === 5 ? { is: 'list', of: typeOf(random, depth - 1) } : objectOf(random, depth);
}

function objectOf(random: Random, depth: number): Type {
  const fields = new Map(some(random, NAMES, 60).map((name) => [name, typeOf(random, depth - 1)]));
  return { is: 'object', fields, isOpen: random.below(4) === 0 };
}

function toolOf(random: Random, index: number): Tool {
  const takes = new Map(some(random, NAMES, 50).map((name) => [name, typeOf(random, 1)]));
  const gives = random.below(6) === 0 ? typeOf(random, 2) : objectOf(random, 2);
  return { id: `tool-${index}`, takes, needs: new Set(some(random, [...takes.keys()], 60)), gives };
}

const WORDS = { text: 'string', number: 'number', whole: 'integer', flag: 'boolean' } as const;

function schemaOf(type: Type): JsonObject {
  if (type.is === 'anything') return {};
  if (type.is === 'list') return { type: 'array', items: schemaOf(type.of) };
  if (type.is !== 'object') return { type: WORDS[type.is] };
  return {
    type: 'object',
    properties: Object.fromEntries([...type.fields].map(([name, inner]) => [name, schemaOf(inner)])),
    ...(type.isOpen ? {} : { additionalProperties: false }),
  };
}

function descriptorOf({ id, takes, needs, gives }: Tool): CapabilityDescriptor {
  const input = schemaOf({ is: 'object', fields: takes, isOpen: false });
  return {
    id,
    description: '',
    input: { ...input, required: [...needs] },
    output: schemaOf(gives),
    effect: 'read',
  };
}

/** One way into a value: a field by its name, perhaps asked for as one that may be missing, or an item. */
type Way = { readonly field: string; readonly isAsked: boolean } | { readonly item: number };

type Argument =
  | { readonly is: 'literal'; readonly type: Type; readonly value: Json }
  | {
      readonly is: 'reference';
      readonly step: string;
      readonly ways: readonly Way[];
      readonly inText: boolean;
    };

interface Step {
  readonly id: string;
  readonly tool: string;
  readonly given: ReadonlyMap<string, Argument>;
  /** Null in a plan that is a chain. */
  readonly after: readonly string[] | null;
}

/** Mostly as it should be, now and then not. */
const SLIP = 3;
const slips = (random: Random): boolean => random.below(100) < SLIP;

function stepOf(
  random: Random,
  index: number,
  tools: readonly Tool[],
  before: readonly Step[],
  isChain: boolean,
): Step {
  const tool = slips(random) ? null : pick(random, tools);
  const takes = tool?.takes ?? new Map<string, Type>();
  const named = [...takes.keys()].filter((name) =>
    tool?.needs.has(name) ? !slips(random) : random.below(2) === 0,
  );
  const names = slips(random) ? [...named, 'nothing'] : named;
  const given = names.map(
    (name) => [name, argumentOf(random, takes.get(name) ?? { is: 'text' }, index, tools, before)] as const,
  );
  const read = given.flatMap(([, argument]) =>
    argument.is === 'reference' && !slips(random) ? [argument.step] : [],
  );
  const earlier = before.map(({ id }) => id);
  const after = isChain ? null : earlier.filter((id) => read.includes(id) || random.below(3) === 0);
  return { id: `s${index}`, tool: tool?.id ?? 'no-tool', given: new Map(given), after };
}

function argumentOf(
  random: Random,
  type: Type,
  index: number,
  tools: readonly Tool[],
  before: readonly Step[],
): Argument {
  const wanted = slips(random) ? typeOf(random, 0) : type;
  const literal: Type = wanted.is === 'anything' ? { is: 'text' } : wanted;
  const plain: Argument = { is: 'literal', type: literal, value: literalOf(literal) };
  if (before.length === 0 || random.below(3) === 0) return plain;
  const step = slips(random) ? `s${index + random.below(3)}` : pick(random, before).id;
  const gives = tools.find(({ id }) => before.find((one) => one.id === step)?.tool === id)?.gives;
  const ways = waysInto(random, gives ?? { is: 'anything' }, type);
  const inText = random.below(5) === 0;
  const led = ways.reduce<Type | null>((at, way) => at && lead(at, way), gives ?? null);
  const leads: Type | null = led && inText ? { is: 'text' } : led;
  // Most of what would not fit is left out: else hardly any plan would be sound.
  return (leads !== null && mayBe(leads, type)) || slips(random)
    ? { is: 'reference', step, ways, inText }
    : plain;
}

function literalOf(type: Type): Json {
  if (type.is === 'text' || type.is === 'anything') return 'x';
  if (type.is === 'flag') return true;
  if (type.is === 'list') return [];
  return type.is === 'object' ? {} : 3;
}

function waysInto(random: Random, from: Type, to: Type): readonly Way[] {
  const ways: Way[] = [];
  for (
    let type: Type | null = from;
    type !== null && random.below(6) > 0;
    type = lead(type, ways.at(-1) ?? { item: 0 })
  ) {
    if (type.is === to.is && random.below(2) === 0) break;
    if (type.is === 'list') ways.push({ item: random.below(3) });
    else if (type.is === 'object' && type.fields.size > 0 && !slips(random))
      ways.push({ field: pick(random, [...type.fields.keys()]), isAsked: random.below(12) === 0 });
    else if (random.below(3) === 0)
      ways.push({ field: pick(random, [...NAMES, 'nothing']), isAsked: random.below(4) === 0 });
    else break;
  }
  return ways;
}

/** Where a way leads from a type; null where it leads nowhere. */
function lead(type: Type, way: Way): Type | null {
  if (type.is === 'anything') return type;
  if ('item' in way) return type.is === 'list' ? type.of : { is: 'anything' };
  if (way.isAsked) return { is: 'anything' };
  if (type.is !== 'object') return null;
  return type.fields.get(way.field) ?? (type.isOpen ? { is: 'anything' } : null);
}

function written(argument: Argument): Json {
  if (argument.is === 'literal') return argument.value;
  const ways = argument.ways.map((way) =>
    'item' in way ? `[${way.item}]` : `${way.isAsked ? '.?' : '.'}${way.field}`,
  );
  const hole = `{{ steps["${argument.step}"]${ways.join('')} }}`;
  return argument.inText ? `It is ${hole}.` : hole;
}

function replyOf(steps: readonly Step[]): string {
  return JSON.stringify({
    steps: steps.map(({ id, tool, given, after }) => ({
      id,
      toolId: tool,
      input: Object.fromEntries([...given].map(([name, argument]) => [name, written(argument)])),
      ...(after === null ? {} : { dependsOn: after }),
    })),
  });
}

/** The oracle: whether every tool, argument, reference, field and type of a plan is there, by this test's own types. */
function isSound(steps: readonly Step[], tools: readonly Tool[]): boolean {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const toolOfStep = ({ tool }: Step) => tools.find(({ id }) => id === tool);
  const comesBefore = (earlier: Step, later: Step): boolean => {
    if (later.after === null) return steps.indexOf(earlier) < steps.indexOf(later);
    const direct = later.after.flatMap((id) => byId.get(id) ?? []);
    return direct.includes(earlier) || direct.some((one) => comesBefore(earlier, one));
  };
  const fits = (argument: Argument, takes: Type, user: Step): boolean => {
    if (argument.is === 'literal') return mayBe(argument.type, takes);
    const used = byId.get(argument.step);
    if (used === undefined || !comesBefore(used, user)) return false;
    let type: Type | null = toolOfStep(used)?.gives ?? { is: 'anything' };
    for (const way of argument.ways) type = type && lead(type, way);
    return type !== null && mayBe(argument.inText ? { is: 'text' } : type, takes);
  };
  return steps.every((step) => {
    const tool = toolOfStep(step);
    if (tool === undefined || [...tool.needs].some((name) => !step.given.has(name))) return false;
    return [...step.given].every(([name, argument]) => {
      const takes = tool.takes.get(name);
      return takes !== undefined && fits(argument, takes, step);
    });
  });
}

/** Whether a value of one type may stand where the other is wanted: of lists and objects only that they are such. */
function mayBe(type: Type, wanted: Type): boolean {
  const kind = ({ is }: Type) => (is === 'whole' ? 'number' : is);
  return type.is === 'anything' || wanted.is === 'anything' || kind(type) === kind(wanted);
}

interface Drawn {
  readonly tools: readonly Tool[];
  readonly steps: readonly Step[];
}

function drawn(seed: number): Drawn {
  const random = seededRandom(seed);
  const tools = Array.from({ length: 2 + random.below(4) }, (_, index) => toolOf(random, index));
  const isChain = random.below(2) === 0;
  const steps: Step[] = [];
  for (let index = 0, most = 1 + random.below(5); index <= most; index++)
    steps.push(stepOf(random, index, tools, steps, isChain));
  return { tools, steps };
}

test(
  'P3 a plan is accepted exactly when every tool, argument, reference, field and type is there',
  () => {
    let accepted = 0;
    let tried = 0;
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (seed) => {
        const { tools, steps } = drawn(seed);
        const catalogue: Catalogue = new Map(tools.map((tool) => [tool.id, descriptorOf(tool)]));
        const reply = replyOf(steps);
        const { verdict, problems } = readReply(reply, plannerState({ catalogue }));
        const isAccepted = verdict === 'accepted';
        const why = `${reply}\n${JSON.stringify([...catalogue.values()])}\n${JSON.stringify(problems)}`;
        expect(isAccepted, why).toBe(isSound(steps, tools));
        if (!isAccepted)
          for (const { where } of problems) expect(where, why).toMatchObject({ node: expect.any(String) });
        tried++;
        if (isAccepted) accepted++;
      }),
      samples(20_000),
    );
    // Both come often enough to say something.
    expect(accepted / tried).toBeGreaterThan(0.2);
    expect(accepted / tried).toBeLessThan(0.8);
  },
  fuzzTimeout(),
);

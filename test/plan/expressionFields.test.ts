import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, own } from '#base';
import {
  apply,
  type Body,
  type CapabilityPlan,
  check,
  checkBody,
  NODE_TYPES,
  type PlanNode,
  paramsSchema,
  promote,
  readBody,
  renameVariable,
} from '#plan';
import { workspace } from '../notation/plan';
import { TOOLS } from '../planner/plannerState';

/** A field of a node that holds an expression, and a text for it that reads a variable and a step. */
interface Field {
  readonly type: keyof typeof NODE_TYPES;
  /** Way into the node. */
  readonly path: readonly string[];
  readonly text: string;
}

/** Parameters that are templates (V3); their schemas say only how they are edited. */
const TEMPLATES = new Set(['template', 'prompt', 'goal', 'question', 'message']);
const CEL = 'question == steps["a"]';
const HOLES = 'Of {{ question }} and {{ steps.a }}';

/** Every field of every type that its schema calls an expression, or V3 a template, however deep it lies. */
const FIELDS: readonly Field[] = Object.keys(NODE_TYPES)
  .filter((type): type is keyof typeof NODE_TYPES => Object.hasOwn(NODE_TYPES, type) && type !== 'NOTE')
  .flatMap((type) => [
    { type, path: ['input', 'x'], text: HOLES },
    { type, path: ['output', 'written'], text: CEL },
    ...fieldsIn(paramsSchema(type), ['params']).map(({ path, text }) => ({ type, path, text })),
  ]);

function fieldsIn(schema: Json, path: readonly string[]): readonly Omit<Field, 'type'>[] {
  if (!isJsonObject(schema)) return [];
  const options = own(schema, 'anyOf');
  if (Array.isArray(options)) return options.flatMap((one: Json) => fieldsIn(one, path));
  const { format, items, properties } = schema;
  if (format === 'cel') return [{ path, text: CEL }];
  if (format === 'jsonata') return [{ path, text: 'question = steps.a' }];
  if (
    schema.type === 'string' &&
    TEMPLATES.has(path.at(-1) ?? '') &&
    schema.enum === undefined &&
    schema.pattern === undefined
  )
    return [{ path, text: HOLES }];
  if (isJsonObject(items)) return fieldsIn(items, [...path, '0']);
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, inner]) => fieldsIn(inner, [...path, key]));
}

/** What a new node has not, and its field stands in. */
const BESIDE: Readonly<Record<string, JsonObject>> = {
  'params/cases/0': { id: 'case' },
  'params/events/0': { event: 'came' },
  'params/routes/0': { id: 'route', capability: 'echo' },
};

/** A new node of the type with that text in that place. */
function nodeWith({ type, path, text }: Field): JsonObject {
  const { condition: _condition, ...initial } = NODE_TYPES[type].initial();
  const bodies = { ...initial };
  const put = (value: Json | undefined, at: number): Json => {
    const key = path[at];
    if (key === undefined) return text;
    const inner = (within: Json | undefined): Json => put(within, at + 1);
    const beside = BESIDE[path.slice(0, at).join('/')] ?? {};
    if (key === '0') return [inner(Array.isArray(value) ? value[0] : undefined)];
    const object = isJsonObject(value) ? value : beside;
    return { ...object, [key]: inner(own(object, key)) };
  };
  const made = put({ id: 'n', type, ...bodies }, 0);
  return isJsonObject(made) ? made : {};
}

function bodyWith(field: Field): Body {
  const a = { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: { text: 'x' } };
  const read = readBody({ nodes: [a, nodeWith(field)], edges: [{ from: 'a', to: 'n' }] });
  if (!read.ok) throw new Error(`${field.type} ${field.path.join('/')}: ${read.problem[0]?.message}`);
  return read.value;
}

const at = (node: PlanNode | undefined, path: readonly string[]): Json =>
  path.reduce<Json>(
    (value, key) => (Array.isArray(value) ? value[0] : isJsonObject(value) ? own(value, key) : null) ?? null,
    JSON.parse(JSON.stringify(node ?? null)),
  );

const ORIGIN = {
  id: 'kept',
  name: 'Kept',
  runId: 'r',
  address: '/e',
  values: { question: 'Which?', unused: 1 },
};

describe('fault B9 every field of every type that holds an expression is known to all that look for one', () => {
  test('EVALUATION, LOOP, TOOL_ROUTER, TRANSFORM and many others have some', () => {
    const places = FIELDS.map(({ type, path }) => `${type} ${path.join('/')}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'EVALUATION params/rule',
        'EVALUATION params/question',
        'LOOP params/until',
        'TOOL_ROUTER params/routes/0/when',
        'SWITCH params/cases/0/when',
        'EVENT_WAIT params/events/0/when',
        'TRANSFORM params/expression',
        'AGENT params/goal',
      ]),
    );
  });

  test.each(FIELDS.map((field) => [`${field.type} ${field.path.join('/')}`, field] as const))(
    '%s is checked, renamed and promoted',
    (_title, field) => {
      const body = bodyWith(field);
      const isQuery = field.text.startsWith('question = ');
      // Checked: a step that is not there, a variable that is not declared. A query names fields of its input (V3).
      const context = {
        variables: new Set<string>(),
        catalogue: TOOLS,
        tools: null,
        maxSteps: 50,
        plannerDepth: 1,
        maxPlannerDepth: 3,
      };
      const alone = { nodes: body.nodes.slice(1), edges: [] };
      const codes = checkBody(alone, context)
        .filter(({ where }) => where.field?.startsWith(`/${field.path[0]}`))
        .map(({ code }) => code);
      // A planner's prompt sees more than can be known here.
      if (field.path.join('/') === 'params/prompt') expect(codes).toContain('STEP_REFERENCE');
      else if (!isQuery)
        expect(codes).toEqual(expect.arrayContaining(['VARIABLE_UNDECLARED', 'STEP_REFERENCE']));
      // Promoted: the variable is an input, and the step is read from one.
      const kept = promote(body, ORIGIN);
      expect(kept.variables).toEqual(
        expect.arrayContaining([
          { id: 'question', scope: 'IN', default: 'Which?' },
          { id: 'a_result', scope: 'INTERNAL' },
        ]),
      );
      const plan = capability(kept);
      expect(at(plan.nodes[1], field.path)).toBe(field.text.replace(/steps(?:\["a"\]|\.a)/, 'a_result'));
      // Renamed.
      const made = apply(workspace([plan]), renameVariable(plan, 'question', 'asked'));
      const renamed = made.ok ? capability(made.value.workspace.plans[0]) : plan;
      const text = at(renamed.nodes[1], field.path);
      expect(text).toBe(field.text.replace(/steps(?:\["a"\]|\.a)/, 'a_result').replace('question', 'asked'));
      expect(check(workspace([plan]), TOOLS).map(({ code }) => code)).not.toContain('VARIABLE_UNDECLARED');
    },
  );

  test('what a text says outside of its expressions stays, and so does a name that a loop gives', () => {
    const read = readBody({
      nodes: [
        { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: { text: 'say steps["a"]' } },
        {
          id: 'b',
          type: 'CAPABILITY',
          params: { capability: 'echo' },
          input: { text: '{{ "steps.a " + steps.a.text }}' },
        },
      ],
      edges: [{ from: 'a', to: 'b' }],
    });
    const plan = capability(promote(read.ok ? read.value : { nodes: [], edges: [] }, ORIGIN));
    expect(plan.nodes.map(({ input }) => input)).toEqual([
      { text: 'say steps["a"]' },
      { text: '{{ "steps.a " + a_result.text }}' },
    ]);
  });
});

function capability(plan: unknown): CapabilityPlan {
  if (isJsonLike(plan) && plan.kind === 'capability') return plan;
  throw new Error('a graph is promoted to a capability plan');
}

function isJsonLike(plan: unknown): plan is CapabilityPlan {
  return typeof plan === 'object' && plan !== null && 'kind' in plan;
}

import {
  as,
  capabilityIdSchema,
  effectSchema,
  idSchema,
  itemFields,
  jsonSchema,
  sourceSchema,
} from '../fields/fields';
import { z } from '../fields/inspect';
import { capabilityDescriptorSchema } from './capabilityDescriptor';
import { documentSchema } from './document';
import { planSchema } from './plan';

/** When a feature is asked or told: before the node's call, after it ended well or badly, or after it ended at all. */
const featurePhaseSchema = z.enum(['pre', 'postSuccess', 'postError', 'finally']).meta({
  title: 'When',
  titles: {
    pre: 'before it starts',
    postSuccess: 'when it has succeeded',
    postError: 'when it has failed',
    finally: 'when it has ended',
  },
});
export type FeaturePhase = z.infer<typeof featurePhaseSchema>;

/**
 * L4: a capability that stands beside nodes. A guard is asked before a node works, and may refuse it; an observer is
 * told values, and changes nothing. Plans, containers and nodes name it by its id.
 */
export const featureSchema = z
  .strictObject({
    ...itemFields('Within the quota'),
    capability: capabilityIdSchema.meta({
      title: 'Capability',
      description: 'What is called; it knows nothing of nodes.',
    }),
    phase: featurePhaseSchema,
    kind: z.enum(['guard', 'observer']).meta({
      title: 'Kind',
      titles: {
        guard: 'Guard: may refuse the node',
        observer: 'Observer: is told, and changes nothing',
      },
    }),
    input: as('template', jsonSchema).optional().meta({
      title: 'Input',
      description:
        'A template over the variables, node, phase, input, result and error. Empty: all that is known of the moment.',
    }),
    /** What the guard says, where that is only a part of what its capability returns. */
    output: as({ is: 'cel', sees: ['result'] }, z.string())
      .optional()
      .meta({
        title: 'Verdict',
        description: 'An expression over result. False refuses the node. Empty: the result itself.',
        examples: ['result.allowed'],
      }),
  })
  .meta({ order: ['name', 'kind', 'phase'] });
export type Feature = z.infer<typeof featureSchema>;

const named = itemFields('Steps of our model');

/**
 * P13: from the raw reply of a planner to a plan. JSONata sees `reply`, its text, and `value`, what the text says as JSON
 * (null where it is none); a capability is given `{planText}`.
 */
const parserSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...named,
    kind: z.literal('jsonata').meta({ title: 'JSONata' }),
    expression: as('jsonata', z.string().min(1)).meta({
      title: 'Expression',
      description:
        'JSONata over reply, the text, and value, what the text says as JSON. It gives a plan in any known form, or {variablesToInject, steps: [{pluginRef, prompt}]}.',
    }),
  }),
  z.strictObject({
    ...named,
    kind: z.literal('capability').meta({ title: 'A capability' }),
    capability: capabilityIdSchema.meta({
      title: 'Capability',
      description:
        'It is given {planText} and gives a plan in any known form, or {variablesToInject, steps}.',
    }),
  }),
]);
export type Parser = z.infer<typeof parserSchema>;

/** Parsers that every workspace has: reference 1's reader of a list of steps, by both of its names. */
export const BUILT_IN_PARSERS: ReadonlySet<string> = new Set(['default', 'DEFAULT_JSON_ARRAY_PARSER']);

export const FORMAT = 'planloom/workspace';
export const VERSION = 1;

/** A versioned prompt document (P3, P13). */
const promptSchema = z.strictObject({
  ...itemFields('Plan with care'),
  /** Counted by whoever changes the text. */
  version: z.int().min(1).default(1).meta({ readOnly: true }),
  text: as({ is: 'template', isOpen: true }, z.string()).meta({ title: 'Text', format: 'multiline' }),
});
export type Prompt = z.infer<typeof promptSchema>;

/** Millionths in one: what is stored is so many times what a person types. */
export const MICRO = 1_000_000;

/**
 * What a model costs: micro-units (millionths of the currency's unit) for a million tokens, and of which day that is
 * (K10). A model of one's own costs 0; one without a price is asked about where money is bounded.
 */
const priceSchema = z.strictObject({
  input: z
    .int()
    .min(0)
    .meta({ title: 'Price of a million tokens read', scale: MICRO, titles: { '': 'not known' } }),
  output: z
    .int()
    .min(0)
    .meta({ title: 'Price of a million tokens written', scale: MICRO, titles: { '': 'not known' } }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be the three letters of a currency, such as EUR' })
    .meta({ title: 'Currency', examples: ['USD'] }),
  /** Of the day on which it was written. */
  date: z.iso.date().meta({ readOnly: true }),
});

/** A model as a workspace names it: which connection answers, and what it can do (A4). */
const modelSpecSchema = z.strictObject({
  ...itemFields('Fast and cheap'),
  connection: idSchema,
  model: z.string().min(1, { error: 'must be what its server calls the model' }).meta({
    title: 'Model id',
    format: 'code',
    description: 'As its server spells it: qwen2.5:7b at Ollama, qwen2.5-7b-instruct at LM Studio.',
  }),
  temperature: z.number().min(0).max(2).optional().meta({ title: 'Temperature' }),
  maxOutputTokens: z.int().min(1).optional().meta({ title: 'Most tokens of an answer' }),
  structuredOutput: z.boolean().optional().meta({ title: 'Supports structured output', default: false }),
  price: priceSchema.optional().meta({ title: 'Price' }),
});
export type ModelSpec = z.infer<typeof modelSpecSchema>;

/** W7: the kinds that documents may name. Which of them can be called is the business of the rooms that do. */
const CONNECTION_KINDS = ['openai-compatible', 'anthropic', 'google', 'openrouter', 'http', 'mcp'] as const;

/**
 * A connection is a name that a plan may use. The address and the key belong to the reader's own vault (T2);
 * `suggestedUrl` is shown as a suggestion and never receives a key by itself (case A2).
 */
const connectionSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  kind: z.enum(CONNECTION_KINDS).default('openai-compatible'),
  suggestedUrl: z.string().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** What rules and operators call, and what they do with it (P12). */
const callFields = {
  capability: capabilityIdSchema.meta({ title: 'Capability' }),
  name: z.string().optional().meta({ title: 'Name of the step' }),
} as const;
const valueFields = {
  input: as('template', jsonSchema).optional().meta({ title: 'Input' }),
  output: z
    .record(z.string(), as('cel', z.string()))
    .optional()
    .meta({ title: 'Writes', description: '{"variable": "expression over result"}' }),
} as const;

const conditionSchema = as('cel', z.string()).meta({ title: 'When' });
const ownName = idSchema.meta({ title: 'Name' });

/** P12: planners are data. */
const stepTemplateSchema = z
  .strictObject({ id: idSchema.optional().meta({ title: 'Id' }), ...callFields, ...valueFields })
  .meta({ order: ['capability', 'name', 'input', 'output'] });

const rulesItem = itemFields('Rules of the house');
const rulesPlannerSchema = z.strictObject({
  id: rulesItem.id,
  kind: z.literal('rules').meta({ title: 'Rules' }),
  name: rulesItem.name,
  rules: z
    .array(
      z.strictObject({
        id: ownName,
        when: conditionSchema,
        steps: z.array(stepTemplateSchema).meta({ title: 'Steps' }),
      }),
    )
    .meta({ title: 'Rules, the first that holds counts' }),
});
export type RulesPlanner = z.infer<typeof rulesPlannerSchema>;

const networkItem = itemFields('How we work');
const htnPlannerSchema = z.strictObject({
  id: networkItem.id,
  kind: z.literal('htn').meta({ title: 'Task network' }),
  name: networkItem.name,
  tasks: z
    .array(idSchema)
    .meta({ title: 'Tasks', description: 'The first is the one that a goal starts with.' }),
  methods: z
    .array(
      z.strictObject({
        id: ownName,
        task: idSchema.meta({ title: 'Does the task' }),
        when: conditionSchema.optional(),
        subtasks: z
          .array(idSchema)
          .meta({ title: 'By', description: 'Tasks and operators, one after the other.' }),
        description: z.string().optional().meta({ title: 'Description' }),
      }),
    )
    .meta({ title: 'Methods, the first that holds counts' }),
  operators: z
    .array(z.strictObject({ id: ownName, ...callFields, when: conditionSchema.optional(), ...valueFields }))
    .meta({ title: 'Operators' }),
});
export type HtnPlanner = z.infer<typeof htnPlannerSchema>;

const plannerDocumentSchema = z
  .discriminatedUnion('kind', [rulesPlannerSchema, htnPlannerSchema])
  .meta({ order: ['name', 'kind'] });
export type PlannerDocument = z.infer<typeof plannerDocumentSchema>;

/** P13: first match wins. */
export const policySchema = z.strictObject({
  id: idSchema.optional().meta({ readOnly: true }),
  when: z
    .strictObject({
      capability: z.string().optional().meta({
        title: 'Which calls',
        format: 'code',
        description: 'A capability, or the beginning of several with * behind it; every call when empty.',
      }),
      effect: z
        .union([effectSchema, z.string()])
        .optional()
        .meta({ title: 'With which effect', titles: { '': 'any' } }),
      host: z.string().optional().meta({
        title: 'To which host',
        format: 'code',
        description:
          'Where the call goes, such as api.example.com, or *.example.com for all hosts under it; anywhere when empty.',
      }),
      argument: as({ is: 'cel', sees: ['input'] }, z.string())
        .optional()
        .meta({
          title: 'When',
          description: 'An expression over the arguments, such as input.amount > 500; always when empty.',
        }),
    })
    .optional(),
  // biome-ignore lint/suspicious/noThenProperty: `then` is the word of the format (P13); a policy is never awaited.
  then: z
    .enum(['ask', 'deny', 'allow'])
    .optional()
    .meta({ title: 'What to do', titles: { ask: 'Ask before', deny: 'Deny', allow: 'Allow' } }),
  dynamicPlans: z.enum(['on', 'off']).optional(),
  planSafety: z.boolean().optional(),
});
export type Policy = z.infer<typeof policySchema>;

/** Papers of notes; yellow where nothing is said. */
export const noteColorSchema = z.enum(['paper', 'yellow', 'green', 'blue', 'violet', 'red']).meta({
  title: 'Colour',
  default: 'yellow',
  titles: { paper: 'Paper', yellow: 'Yellow', green: 'Green', blue: 'Blue', violet: 'Violet', red: 'Red' },
});
export type NoteColor = z.infer<typeof noteColorSchema>;

/** Where a node is drawn, apart from what it means (W4). Units are canvas pixels at zoom 1. */
export const placeSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().min(1).optional(),
  height: z.number().min(1).optional(),
  collapsed: z.boolean().optional(),
  color: noteColorSchema.optional(),
  /**
   * Of a state: how far from the middle of its line the label of a transition was moved, by path (`/on/0`); of one of
   * the machine itself that leads to it by `machine/on/0`.
   */
  labels: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).optional(),
});
export type Place = z.infer<typeof placeSchema>;

const openRecord = z.record(z.string(), jsonSchema);

/**
 * P16: how a session is called. What it holds lies beside its runs and in no document; other keys of such an entry are kept as they
 * are, as the first documents have them.
 */
const sessionEntrySchema = z
  .object({
    id: z.string().min(1).meta({ readOnly: true }),
    name: z
      .string()
      .max(1_000)
      .optional()
      .meta({ title: 'Name', description: 'How lists call it. It is kept with the workspace.' }),
  })
  .catchall(jsonSchema);

/** A user-made capability; which kinds of `make` there are is the room `capabilities`' to say. */
const capabilityItemSchema = z.strictObject({
  ...capabilityDescriptorSchema.shape,
  make: openRecord.optional(),
});

/** W1: the workspace document. */
export const workspaceSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  id: idSchema,
  name: z.string().max(1_000).default(''),
  plans: z.array(planSchema),
  prompts: z.array(promptSchema).default([]),
  capabilities: z.array(capabilityItemSchema).default([]),
  models: z.array(modelSpecSchema).default([]),
  connections: z.array(connectionSchema).default([]),
  policies: z.array(policySchema).default([]),
  planners: z.array(plannerDocumentSchema).default([]),
  parsers: z.array(parserSchema).default([]),
  features: z.array(featureSchema).default([]),
  documents: z.array(documentSchema).default([]),
  sessions: z.array(sessionEntrySchema).default([]),
  layout: z.record(idSchema, z.record(idSchema, placeSchema)).default({}),
  source: sourceSchema.optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** The lists whose items have an id and are edited as wholes. */
export const ITEM_LISTS = [
  'prompts',
  'capabilities',
  'models',
  'connections',
  'planners',
  'parsers',
  'features',
  'documents',
  'sessions',
] as const;

export type ItemList = (typeof ITEM_LISTS)[number];
export type ItemOf<List extends ItemList> = Workspace[List][number];

/** The schema of one item of a list. */
export function schemaOfItem<List extends ItemList>(list: List): z.ZodType<ItemOf<List>> {
  // The schema of a list holds that of its items: TypeScript does not follow the pair.
  return workspaceSchema.shape[list].unwrap().element as z.ZodType<ItemOf<List>>;
}

/** The schema of one list, as a whole. */
export function schemaOfList(list: ItemList): z.ZodType<readonly ItemOf<ItemList>[]> {
  return workspaceSchema.shape[list].unwrap();
}

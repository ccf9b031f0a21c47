import type { JsonObject } from '#base';
import {
  as,
  capabilityIdSchema,
  eventTypeSchema,
  foreignSchema,
  idSchema,
  jsonSchema,
  roles,
  variableNameSchema,
  variableSchema,
} from '../fields/fields';
import { z } from '../fields/inspect';
import { generalFields, retrySchema } from '../fields/nodeFields';
import {
  bodySchema,
  edgeSchema,
  NODE_SCHEMAS,
  NODE_TYPES,
  type NodeTypeName,
  nodeSchema,
} from '../nodes/node';
import { capabilityPlanSchema } from './plan';
import {
  delayedTransitionSchema,
  eventTransitionSchema,
  invocationSchema,
  machineActionSchema,
  responderSchema,
  stateFieldsSchema,
  stateMachinePlanSchema,
  stateSchema,
  transitionSchema,
} from './stateMachine';
import {
  featureSchema,
  type ItemList,
  MICRO,
  placeSchema,
  policySchema,
  schemaOfItem,
  workspaceSchema,
} from './workspace';

/** The JSON Schema (draft 2020-12) of a node type's parameters, from which the inspector form is made (E5). */
export function paramsSchema(type: NodeTypeName): JsonObject {
  return asJsonSchema(NODE_TYPES[type].params);
}

/** The JSON Schema of what every node may have besides its parameters (L2), from which the rest of that form is made (E5). */
export function generalSchema(): JsonObject {
  return asJsonSchema(generalFields);
}

/** The JSON Schema of the workspace document, published at `public/schema/workspace.v1.json` (W1). */
export function workspaceJsonSchema(): JsonObject {
  const { $schema, ...schema } = asJsonSchema(workspaceSchema, new NamedSchemas());
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: 'Planloom workspace, version 1',
    $comment:
      'Ids are unique in their collection and edges join nodes of one container: what a schema cannot say, `planloom validate` does.',
    ...schema,
  };
}

/** Parts that the published schema defines once and refers to, by the words of the language. */
const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [idSchema, 'Id'],
  [variableNameSchema, 'VariableName'],
  [eventTypeSchema, 'EventType'],
  [capabilityIdSchema, 'CapabilityId'],
  [jsonSchema, 'Json'],
  [foreignSchema, 'JsonSchema'],
  [variableSchema, 'Variable'],
  [retrySchema, 'Retry'],
  [edgeSchema, 'Edge'],
  [bodySchema, 'Body'],
  [nodeSchema, 'Node'],
  [featureSchema, 'Feature'],
  [stateSchema, 'State'],
  [eventTransitionSchema, 'EventTransition'],
  [delayedTransitionSchema, 'DelayedTransition'],
  [transitionSchema, 'Transition'],
  [machineActionSchema, 'MachineAction'],
  [invocationSchema, 'Invocation'],
  [responderSchema, 'Responder'],
  [placeSchema, 'Place'],
  [capabilityPlanSchema, 'CapabilityPlan'],
  [stateMachinePlanSchema, 'StateMachinePlan'],
  ...NODE_SCHEMAS.map((schema) => [schema, schema.shape.type.value] as const),
]);

/** The titles that schemas carry anyway, and the names above: forms want the first alone. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType) {
    const id = NAMES.get(schema);
    const meta = z.globalRegistry.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }
}

/** The JSON Schema of one item of a list of the workspace, from which its form is made (E5). */
export function itemSchema(list: ItemList): JsonObject {
  return asJsonSchema(schemaOfItem(list));
}

/** The JSON Schema of a policy, which has no id that it is found by (P13). */
export function policyJsonSchema(): JsonObject {
  return asJsonSchema(policySchema);
}

/** The JSON Schema of what is said of a note where it is drawn: its colour (W4). */
export function noteLookSchema(): JsonObject {
  return asJsonSchema(placeSchema.pick({ color: true }));
}

/** The JSON Schema of a machine, of a state or of a transition, each without the others, which have their own forms (E5). */
export function machinePartSchema(part: keyof typeof MACHINE_PARTS): JsonObject {
  return asJsonSchema(MACHINE_PARTS[part]);
}

const TRANSITIONS = { on: true, always: true, after: true, onDone: true } as const;

/** Of anything: more is no limit. */
const MOST = 1_000_000_000;
const MINUTE_MS = 60_000;
/** The least part of a minute, or of money, that is a limit. */
const LEAST = 0.01;
const NO_LIMIT = { titles: { '': 'no limit' } };

/** K10: what a person lets a run use up; what is left out has no limit. */
const budgetSchema = z.strictObject({
  calls: z
    .int()
    .min(1)
    .max(MOST)
    .optional()
    .meta({ title: 'Most calls', ...NO_LIMIT }),
  wallTimeMs: z
    .int()
    .min(LEAST * MINUTE_MS)
    .max(MOST * MINUTE_MS)
    .optional()
    .meta({ title: 'Longest, in minutes', scale: MINUTE_MS, ...NO_LIMIT }),
  tokens: z
    .int()
    .min(1)
    .max(MOST)
    .optional()
    .meta({ title: 'Most tokens', ...NO_LIMIT }),
  microUnits: z
    .int()
    .min(LEAST * MICRO)
    .max(MOST * MICRO)
    .optional()
    .meta({
      title: 'Most money',
      description: 'In the currency of the price of its models.',
      scale: MICRO,
      ...NO_LIMIT,
    }),
});

/** D10: what is said to come of a call instead of making it, and when. */
const pinnedSchema = z.strictObject({
  output: jsonSchema
    .optional()
    .meta({ title: 'Output', description: 'JSON; a text stands in quotation marks.', format: 'json' }),
  error: z
    .strictObject({
      code: z
        .string()
        .min(1)
        .meta({ title: 'Code', format: 'code', examples: ['BROKEN'] }),
      message: z.string().min(1).meta({ title: 'Message' }),
    })
    .optional(),
  when: as('cel', z.string())
    .optional()
    .meta({
      title: 'Only when',
      description: 'A condition on input and the variables. Leave it empty to pin always.',
      examples: ['input.id == 7'],
    }),
});

/** The JSON Schema of a budget (K10), or of what a pin says (D10): both are of a run, and of no document (E5). */
export function runPartSchema(part: 'budget' | 'pinned'): JsonObject {
  return asJsonSchema(part === 'budget' ? budgetSchema : pinnedSchema);
}

const MACHINE_PARTS = {
  machine: stateMachinePlanSchema.omit({ ...TRANSITIONS, states: true }),
  state: stateFieldsSchema.omit(TRANSITIONS),
  transition: eventTransitionSchema,
};

/** The JSON Schema that a form is made from: with what its fields are called, and in which language they are written. */
export function asJsonSchema(schema: z.ZodType, names?: NamedSchemas): JsonObject {
  const metadata = names ?? z.globalRegistry;
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    metadata,
    override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, annotationsOf(zodSchema)),
  }) as JsonObject;
}

/** In which language a text is written, from what its field is (V3): forms take their control from it. */
function annotationsOf(schema: z.core.$ZodType): JsonObject {
  const is = roles.get(schema)?.is;
  if (is === 'cel' || is === 'condition') return { format: 'cel' };
  if (is === 'jsonata') return { format: 'jsonata' };
  return is === 'template' ? { template: true } : {};
}

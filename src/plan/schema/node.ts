import { agentSchema } from '../nodes/agent';
import { cancelSchema } from '../nodes/cancel';
import { capabilitySchema } from '../nodes/capability';
import { delaySchema } from '../nodes/delay';
import { endSchema } from '../nodes/end';
import { evaluationSchema } from '../nodes/evaluation';
import { eventWaitSchema } from '../nodes/eventWait';
import { fillTemplateSchema } from '../nodes/fillTemplate';
import { forkSchema } from '../nodes/fork';
import { groupParams } from '../nodes/group';
import { humanInputSchema } from '../nodes/humanInput';
import { ifSchema } from '../nodes/if';
import { iteratorParams } from '../nodes/iterator';
import { joinSchema } from '../nodes/join';
import { llmDecisionSchema } from '../nodes/llmDecision';
import { loopParams } from '../nodes/loop';
import { noteSchema } from '../nodes/note';
import { planExecutorSchema } from '../nodes/planExecutor';
import { plannerSchema } from '../nodes/planner';
import { reflectionSchema } from '../nodes/reflection';
import { retryParams } from '../nodes/retry';
import { startSchema } from '../nodes/start';
import { subPlanSchema } from '../nodes/subPlan';
import { switchSchema } from '../nodes/switch';
import { toolRouterSchema } from '../nodes/toolRouter';
import { transformSchema } from '../nodes/transform';
import { tryCatchParams } from '../nodes/tryCatch';
import { idSchema } from './names';
import { nodeShape } from './nodeFields';
import { z } from './zod';

/** An edge joins two nodes of one container; (from, port, to) is its identity (W1). */
export const edgeSchema = z.strictObject({
  from: idSchema,
  port: idSchema.default('out'),
  to: idSchema,
});
export type Edge = z.infer<typeof edgeSchema>;

const leafSchema = z.discriminatedUnion('type', [
  startSchema,
  endSchema,
  capabilitySchema,
  plannerSchema,
  planExecutorSchema,
  ifSchema,
  switchSchema,
  forkSchema,
  joinSchema,
  cancelSchema,
  delaySchema,
  eventWaitSchema,
  humanInputSchema,
  llmDecisionSchema,
  toolRouterSchema,
  evaluationSchema,
  reflectionSchema,
  agentSchema,
  subPlanSchema,
  fillTemplateSchema,
  transformSchema,
  noteSchema,
]);

const groupFields = z.strictObject(nodeShape('GROUP', groupParams));
const iteratorFields = z.strictObject(nodeShape('ITERATOR', iteratorParams));
const loopFields = z.strictObject(nodeShape('LOOP', loopParams));
const retryNodeFields = z.strictObject(nodeShape('RETRY', retryParams));
const tryCatchFields = z.strictObject(nodeShape('TRY_CATCH', tryCatchParams.optional()));

/** The inside of a container, and the shape of a plan that a planner proposes (R13). */
export interface Body {
  nodes: PlanNode[];
  edges: Edge[];
}
type WithBody<Fields extends z.ZodType> = z.infer<Fields> & { body: Body };
export type GroupNode = WithBody<typeof groupFields>;
export type TryCatchNode = z.infer<typeof tryCatchFields> & {
  try: Body;
  catch?: Body | undefined;
  finally?: Body | undefined;
};
/** A node that holds others. */
export type ContainerNode =
  | GroupNode
  | WithBody<typeof iteratorFields>
  | WithBody<typeof loopFields>
  | WithBody<typeof retryNodeFields>
  | TryCatchNode;
export type PlanNode = z.infer<typeof leafSchema> | ContainerNode;
export type NodeTypeName = PlanNode['type'];
export type NodeOf<Type extends NodeTypeName> = Extract<PlanNode, { type: Type }>;

// A body holds nodes that hold bodies: the types above are written out, so that the schemas may refer to each other.
const groupSchema = z.strictObject({
  ...groupFields.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const iteratorSchema = z.strictObject({
  ...iteratorFields.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const loopSchema = z.strictObject({
  ...loopFields.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const retryNodeSchema = z.strictObject({
  ...retryNodeFields.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const tryCatchSchema = z.strictObject({
  ...tryCatchFields.shape,
  get try(): z.ZodType<Body> {
    return bodySchema;
  },
  get catch(): z.ZodOptional<z.ZodType<Body>> {
    return bodySchema.optional();
  },
  get finally(): z.ZodOptional<z.ZodType<Body>> {
    return bodySchema.optional();
  },
});

/** The schemas of the node types one by one; the published schema names them. */
export const NODE_SCHEMAS = [
  ...leafSchema.options,
  groupSchema,
  iteratorSchema,
  loopSchema,
  retryNodeSchema,
  tryCatchSchema,
] as const;

export const nodeSchema: z.ZodType<PlanNode> = z.discriminatedUnion('type', NODE_SCHEMAS);

export const bodySchema: z.ZodType<Body> = z.strictObject({
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema).default([]),
});

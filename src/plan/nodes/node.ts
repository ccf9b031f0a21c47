import { idSchema, roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { agent } from './agent';
import { cancel } from './cancel';
import { capability } from './capability';
import { delay } from './delay';
import { end } from './end';
import { evaluation } from './evaluation';
import { eventWait } from './eventWait';
import { fillTemplate } from './fillTemplate';
import { fork } from './fork';
import { group } from './group';
import { humanInput } from './humanInput';
import { ifType } from './if';
import { iterator } from './iterator';
import { join } from './join';
import { llmDecision } from './llmDecision';
import { loop } from './loop';
import type { NodeType } from './nodeType';
import { note } from './note';
import { planExecutor } from './planExecutor';
import { planner } from './planner';
import { reflection } from './reflection';
import { retry } from './retry';
import { start } from './start';
import { subPlan } from './subPlan';
import { switchType } from './switch';
import { toolRouter } from './toolRouter';
import { transform } from './transform';
import { tryCatch } from './tryCatch';

/** Every node type, in the order of the palette and of the help pages. */
const DEFINITIONS = {
  START: start,
  END: end,
  CAPABILITY: capability,
  TRANSFORM: transform,
  FILL_TEMPLATE: fillTemplate,
  IF: ifType,
  SWITCH: switchType,
  GROUP: group,
  ITERATOR: iterator,
  LOOP: loop,
  RETRY: retry,
  TRY_CATCH: tryCatch,
  FORK: fork,
  JOIN: join,
  SUB_PLAN: subPlan,
  EVENT_WAIT: eventWait,
  DELAY: delay,
  CANCEL: cancel,
  PLANNER: planner,
  PLAN_EXECUTOR: planExecutor,
  LLM_DECISION: llmDecision,
  TOOL_ROUTER: toolRouter,
  EVALUATION: evaluation,
  REFLECTION: reflection,
  AGENT: agent,
  HUMAN_INPUT: humanInput,
  NOTE: note,
};

/** An edge joins two nodes of one container; (from, port, to) is its identity (W1). */
export const edgeSchema = z.strictObject({
  from: idSchema,
  port: idSchema.default('out'),
  to: idSchema,
});
export type Edge = z.infer<typeof edgeSchema>;

/** The identity of an edge (W1). */
export function edgeKey(edge: Edge): string {
  return `${edge.from}:${edge.port}->${edge.to}`;
}

const { START, GROUP, ITERATOR, LOOP, RETRY, TRY_CATCH, ...LEAVES } = DEFINITIONS;

const leafSchema = z.discriminatedUnion('type', [
  START.schema,
  ...Object.values(LEAVES).map(({ schema }) => schema),
]);

/** The inside of a container, and the shape of a plan that a planner proposes (R13). */
export interface Body {
  nodes: PlanNode[];
  edges: Edge[];
}
type WithBody<Type extends { readonly schema: z.ZodType }> = z.infer<Type['schema']> & { body: Body };
type GroupNode = WithBody<typeof GROUP>;
type TryCatchNode = z.infer<(typeof TRY_CATCH)['schema']> & {
  try: Body;
  catch?: Body | undefined;
  finally?: Body | undefined;
};
/** A node that holds others. */
export type ContainerNode =
  | GroupNode
  | WithBody<typeof ITERATOR>
  | WithBody<typeof LOOP>
  | WithBody<typeof RETRY>
  | TryCatchNode;
export type PlanNode = z.infer<typeof leafSchema> | ContainerNode;
export type NodeTypeName = PlanNode['type'];
export type NodeOf<Type extends NodeTypeName> = Extract<PlanNode, { type: Type }>;

// A body holds nodes that hold bodies: the types above are written out, so that the schemas may refer to each other.
function withBody<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  return z.strictObject({
    ...shape,
    get body(): z.ZodType<Body> {
      return bodySchema;
    },
  });
}
const tryCatchSchema = z.strictObject({
  ...TRY_CATCH.schema.shape,
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
  withBody(GROUP.schema),
  withBody(ITERATOR.schema),
  withBody(LOOP.schema),
  withBody(RETRY.schema),
  tryCatchSchema,
] as const;

export const nodeSchema: z.ZodType<PlanNode> = z.discriminatedUnion('type', NODE_SCHEMAS);

export const bodySchema: z.ZodType<Body> = z
  .strictObject({
    nodes: z.array(nodeSchema),
    edges: z.array(edgeSchema).default([]),
  })
  .register(roles, { is: 'inside' });

/** The name of a picture that node types have. */
type NodeIcon = (typeof DEFINITIONS)[NodeTypeName]['icon'];

/** Every node type, in the order of the palette. */
export const NODE_TYPES: Readonly<Record<NodeTypeName, NodeType & { readonly icon: NodeIcon }>> = DEFINITIONS;

/** The ports that a node has now, in the order in which they are drawn. */
export function portsOf(node: PlanNode): readonly string[] {
  return NODE_TYPES[node.type].ports(node);
}

/** What a node is called on the screen: its name, else the title of its type. */
export function titleOf(node: PlanNode): string {
  return node.name?.trim() || NODE_TYPES[node.type].title;
}

type Nodes = { readonly [Type in NodeTypeName]: NodeOf<Type> };

/**
 * What a room does with nodes whose types it treats in ways of their own; a type that is not among them is treated as
 * the room treats most types.
 */
export type ByType<Given extends readonly unknown[], Result> = {
  readonly [Type in NodeTypeName]?: (node: Nodes[Type], ...given: Given) => Result;
};

/** @returns what the node's type has of its own; undefined where it has nothing */
export function byType<Given extends readonly unknown[], Result>(
  ways: ByType<Given, Result>,
  node: PlanNode,
  ...given: Given
): Result | undefined {
  return ofType(ways, node.type, node, given);
}

/** The type as a parameter of its own: so the compiler sees that the way is one for this node. */
function ofType<Type extends NodeTypeName, Given extends readonly unknown[], Result>(
  ways: ByType<Given, Result>,
  type: Type,
  node: Nodes[Type],
  given: Given,
): Result | undefined {
  return ways[type]?.(node, ...given);
}

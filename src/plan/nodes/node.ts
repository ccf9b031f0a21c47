import { idSchema, roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { DEFINITIONS } from './definitions';

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
const groupSchema = z.strictObject({
  ...GROUP.schema.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const iteratorSchema = z.strictObject({
  ...ITERATOR.schema.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const loopSchema = z.strictObject({
  ...LOOP.schema.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
const retryNodeSchema = z.strictObject({
  ...RETRY.schema.shape,
  get body(): z.ZodType<Body> {
    return bodySchema;
  },
});
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
  groupSchema,
  iteratorSchema,
  loopSchema,
  retryNodeSchema,
  tryCatchSchema,
] as const;

export const nodeSchema: z.ZodType<PlanNode> = z.discriminatedUnion('type', NODE_SCHEMAS);

export const bodySchema: z.ZodType<Body> = z
  .strictObject({
    nodes: z.array(nodeSchema),
    edges: z.array(edgeSchema).default([]),
  })
  .register(roles, { is: 'inside' });

import type { JsonObject } from '#base';
import { NODE_TYPES } from '../nodes';
import type { NodeTypeName } from './node';
import { workspaceSchema } from './workspace';
import { z } from './zod';

/** The JSON Schema (draft 2020-12) of a node type's parameters, from which the inspector form is made (E5). */
export function paramsSchema(type: NodeTypeName): JsonObject {
  return asJsonSchema(NODE_TYPES[type].params);
}

/** The JSON Schema of the workspace document, published at `public/schema/workspace.v1.json` (W1). */
export function workspaceJsonSchema(): JsonObject {
  return {
    ...asJsonSchema(workspaceSchema),
    title: 'Planloom workspace, version 1',
    $comment: 'Ids are unique in their collection; see the rules W1 to W6 of the language.',
  };
}

function asJsonSchema(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) as JsonObject;
}

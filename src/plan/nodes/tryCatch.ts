import { variableNameSchema } from '../schema/names';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const tryCatchParams = z.strictObject({
  errorVariable: variableNameSchema
    .optional()
    .meta({ title: 'Writes the error to', description: 'As {code, message}, before catch starts.' }),
});

export const tryCatch = defineNodeType({
  type: 'TRY_CATCH',
  title: 'Try and catch',
  summary: 'Tries; when that fails, catches; and always does what comes finally.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: tryCatchParams,
  ports: () => ['out', 'error'],
  initial: () => ({
    params: {},
    try: { nodes: [], edges: [] },
    catch: { nodes: [], edges: [] },
    finally: { nodes: [], edges: [] },
  }),
});

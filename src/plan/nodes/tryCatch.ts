import { roles, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const tryCatchParams = z.strictObject({
  errorVariable: variableNameSchema
    .optional()
    .meta({ title: 'Writes the error to', description: 'As {code, message}, before catch starts.' })
    .register(roles, { is: 'writes' }),
});

export const tryCatch = defineNodeType({
  type: 'TRY_CATCH',
  title: 'Try and catch',
  summary: 'Tries; when that fails, catches; and always does what comes finally.',
  icon: 'shield-check',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  opensScope: () => true,
  schema: z.strictObject(nodeShape('TRY_CATCH', tryCatchParams.optional())),
  params: tryCatchParams,
  ports: () => ['out', 'error'],
  cardLine: ({ params }, around) => {
    const names = around.bodies().map(({ name }) => name);
    const into = params?.errorVariable;
    return `${names.join(', ')}${into === undefined ? '' : ` · error in ${into}`}`;
  },
  initial: () => ({
    params: {},
    try: { nodes: [], edges: [] },
    catch: { nodes: [], edges: [] },
    finally: { nodes: [], edges: [] },
  }),
});

import { as, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const tryCatchParams = z.strictObject({
  errorVariable: as('writes', variableNameSchema)
    .optional()
    .meta({ title: 'Writes the error to', description: 'As {code, message}, before catch starts.' }),
});

export const tryCatch = defineNodeType({
  type: 'TRY_CATCH',
  title: 'Try and catch',
  summary: 'Tries; when that fails, catches; and always does what comes finally.',
  icon: 'shield-check',
  section: 'flow',
  effect: 'pure',
  opensScope: () => true,
  params: tryCatchParams.optional(),
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

import { as, capabilityIdSchema, itemFields, jsonSchema, roles } from '../fields/fields';
import { z } from '../fields/inspect';

/** When a feature is asked or told: before the node's call, after it ended well or badly, or after it ended at all. */
export const featurePhaseSchema = z.enum(['pre', 'postSuccess', 'postError', 'finally']).meta({
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
    output: z
      .string()
      .optional()
      .meta({
        title: 'Verdict',
        description: 'An expression over result. False refuses the node. Empty: the result itself.',
        examples: ['result.allowed'],
      })
      .register(roles, { is: 'cel', sees: ['result'] }),
  })
  .meta({ order: ['name', 'kind', 'phase'] });
export type Feature = z.infer<typeof featureSchema>;

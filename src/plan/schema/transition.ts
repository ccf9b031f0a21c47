import { eventTypeSchema, idSchema, sourceSchema } from '../fields/names';
import { as } from '../fields/roles';
import { z } from '../fields/zod';
import { delayFields, machineActionSchema } from './machineAction';

/** An event type, all events that begin alike (`order.*`), or all (`*`). */
export const eventDescriptorSchema = z.union([
  eventTypeSchema,
  as('event', z.string().regex(/^([A-Za-z][A-Za-z0-9_.-]*\.)?\*$/)),
]);

const stateIdSchema = as('state', idSchema);

/** One state, or several in different regions of a parallel one. */
export const targetSchema = z.union([stateIdSchema, z.array(stateIdSchema).min(1)]);

const shared = {
  /** One state, or several in different regions of a parallel one. Without a target it stays where it is. */
  target: targetSchema.optional(),
  /**
   * Instead of a target: the machine itself is entered again (XState's target of its root). What is inside is left and
   * begins anew; with `reenter`, or from a state, the machine's own entry actions run again, with `reenter` its exit actions
   * before them.
   */
  restart: z.literal(true).optional(),
  /** CEL over variables, `goal_data`, `results` and `event`; besides `inState("id")` and `guard("name", params)`. */
  when: as('condition', z.string()).optional(),
  /** Leaves and enters its own state even where the target lies inside it (XState `reenter`, SCXML `external`). */
  reenter: z.boolean().optional(),
  actions: z.array(machineActionSchema).optional(),
  description: as('words', z.string()).optional(),
  source: sourceSchema.optional(),
} as const;

/** M1: a transition for an event; the order in the list is the priority, of wildcards too. */
export const eventTransitionSchema = z.strictObject({ event: eventDescriptorSchema, ...shared });
export type EventTransition = z.infer<typeof eventTransitionSchema>;

/** M1: a transition without an event, taken as soon as its condition holds; also what follows when something is done. */
export const transitionSchema = z.strictObject(shared);
export type Transition = z.infer<typeof transitionSchema>;

/** M1: a transition after a delay. */
export const delayedTransitionSchema = z.strictObject({ ...delayFields, ...shared });
export type DelayedTransition = z.infer<typeof delayedTransitionSchema>;

import { type Diagnostic, err, type Json, type JsonObject, ok, type Result } from '#base';
import { readPlan } from '../read/part';
import type { Responder, StateMachinePlan } from '../schema/stateMachine';
import { StateBuilder } from './stateBuilder';

/**
 * Builds a state machine plan state by state (L6). The machine itself takes what its states take (transitions that
 * hold everywhere, entry actions, invocations); the first state is the initial one unless `initial` says otherwise.
 *
 * Nothing is thrown: whatever the plan may not be is told by `build`, with all that is wrong. Whether states that are
 * named are there, and capabilities exist, is `check`'s to say.
 *
 * @example
 * const built = new StateMachineBuilder('order', 'Order')
 *   .input('customer', { type: 'string' })
 *   .variable('total', { type: 'number' }, 0)
 *   .state('open', (open) =>
 *     open
 *       .on('item.added', null, {
 *         when: 'event.data.price > 0',
 *         actions: [{ type: 'assign', values: { total: 'total + event.data.price' } }],
 *       })
 *       .on('order.sent', 'packing')
 *       .after(60_000, 'late'))
 *   .state('packing', (packing) =>
 *     packing
 *       .action({ event: 'pack.requested', response: 'pack.completed', data: { sum: '{{ total }}' } })
 *       .on('pack.failed', 'late')
 *       .defaultNext('done'))
 *   .state('late', (late) => late.terminal('failed'))
 *   .state('done', (done) => done.terminal('completed', { sum: '{{ total }}' }))
 *   .build();
 */
export class StateMachineBuilder extends StateBuilder {
  private readonly head: JsonObject;
  private readonly variables: JsonObject[] = [];
  private readonly byName: { guards: JsonObject[]; delays: JsonObject[]; responders: JsonObject[] } = {
    guards: [],
    delays: [],
    responders: [],
  };

  /** @param id the plan's id (W2) */
  constructor(id: string, name?: string) {
    super();
    this.head = { id, kind: 'state-machine', ...(name === undefined ? {} : { name }) };
  }

  /** Declares an input (V1). One without a default is required. */
  input(id: string, schema?: JsonObject, fallback?: Json): this {
    return this.declare(id, 'IN', schema, fallback);
  }

  /** Declares a variable of its own: of XState's context. */
  variable(id: string, schema?: JsonObject, fallback?: Json): this {
    return this.declare(id, 'INTERNAL', schema, fallback);
  }

  /** Declares a variable that the plan gives. */
  output(id: string, schema?: JsonObject): this {
    return this.declare(id, 'OUT', schema);
  }

  /** What the plan gives: a template for each output (V3). */
  result(mapping: JsonObject): this {
    return this.set({ result: mapping });
  }

  /** M3: the goal event that starts it. */
  onGoal(event: string): this {
    return this.set({ onGoal: event });
  }

  /** M3: a capability that is called for each transition. */
  onTransition(capability: string): this {
    return this.set({ onTransition: capability });
  }

  /** M2: who answers a published event. */
  respond(responder: Responder): this {
    this.byName.responders.push(JSON.parse(JSON.stringify(responder)) as JsonObject);
    return this;
  }

  /** A condition by name, for `guard("name")`. */
  guard(name: string, when: string): this {
    this.byName.guards.push({ name, when });
    return this;
  }

  /** A delay by name: milliseconds, or CEL that gives them. */
  delay(name: string, ms: number | string): this {
    this.byName.delays.push({ name, ms });
    return this;
  }

  /** The plan, or all that is wrong with it: the same door as for documents from outside (W3). */
  build(): Result<StateMachinePlan, readonly Diagnostic[]> {
    const lists = Object.entries(this.byName).filter(([, list]) => list.length > 0);
    const document = { states: [], ...this.document() };
    const read = readPlan({
      ...this.head,
      variables: this.variables,
      ...document,
      ...Object.fromEntries(lists),
    });
    if (!read.ok) return read;
    return read.value.kind === 'state-machine' ? ok(read.value) : err([]);
  }

  private declare(id: string, scope: 'IN' | 'INTERNAL' | 'OUT', schema?: JsonObject, fallback?: Json): this {
    const rest = {
      ...(schema === undefined ? {} : { schema }),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    this.variables.push({ id, scope, ...rest });
    return this;
  }
}

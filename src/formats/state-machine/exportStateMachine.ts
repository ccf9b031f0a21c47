import {
  type Diagnostic,
  err,
  filled,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  own,
  present,
  problem,
  warning,
} from '#base';
import {
  type EventTransition,
  holesIn,
  PLACEHOLDER_PATH,
  type State,
  type StateMachinePlan,
  targetsOf,
} from '#plan';
import type { Exporter } from '../common/codec';
import { objectAt, textAt } from '../common/fields';
import { keptUnder } from '../common/kept';
import { goalVariables } from './importStateMachine';

/** Writes a state machine plan as a `PlanDefinition` of reference 5: its own states, events, conditions and actions. */
export const exportStateMachine: Exporter = (plan) => {
  if (plan.kind !== 'state-machine')
    return err(
      problem(
        'EXPORT_KIND',
        `"${plan.id}" is a capability plan; this format holds state machines.`,
        'Choose planner-plan, steps, olo or engine for a capability plan.',
        { plan: plan.id },
      ),
    );
  const writing = new Writing(plan);
  return ok({ value: writing.definition(), leftOut: writing.leftOut });
};

/** Members of a plan or a state that the format has no key for. */
const OF_PLAN =
  'result type on always after onDone entry exit invoke output onGoal onTransition responders guards delays initialActions'.split(
    ' ',
  );
const OF_STATE =
  'initial initialActions after onDone entry exit invoke tags output history target states pause choose name'.split(
    ' ',
  );

class Writing {
  readonly leftOut: Diagnostic[] = [];
  private readonly keys = new Map<string, string>();

  constructor(private readonly plan: StateMachinePlan) {
    for (const state of plan.states) {
      const { key } = keptOf(state);
      const isFree = typeof key === 'string' && ![...this.keys.values()].includes(key);
      this.keys.set(state.id, isFree ? key : state.id);
    }
  }

  definition(): JsonObject {
    const { plan } = this;
    const kept = keptOf(plan);
    this.leaveAll(plan, OF_PLAN, null);
    // Goal data needs no declaration there: what has no more to say than its name is not missed.
    const read = new Set(
      goalVariables(JSON.parse(JSON.stringify(plan.states)), undefined).map(({ id }) => id),
    );
    const isPlain = plan.variables.every(
      ({ id, scope, schema, default: given }) =>
        read.has(id) && scope === 'IN' && schema === undefined && given === undefined,
    );
    if (!isPlain) this.leave('variables', null);
    const states = plan.states.map((state) => [this.key(state.id), this.state(state)] as const);
    return {
      ...objectAt(kept, 'defaults'),
      plan_type: plan.name ?? plan.id,
      description: plan.description ?? '',
      initial_state: this.key(plan.initial ?? plan.states[0]?.id ?? 'start'),
      states: Object.fromEntries(states),
      ...objectAt(kept, 'rest'),
    };
  }

  private state(state: State): JsonObject {
    const kept = keptOf(state);
    this.leaveAll(state, OF_STATE, state.id);
    if (state.outcome === 'failed') this.leave('outcome', state.id);
    const isTerminal = state.isTerminal === true || state.type === 'final';
    const next = this.nextOf(state) ?? own(kept, 'default_next');
    const transitions = (state.on ?? []).flatMap((transition) => this.transition(state, transition));
    return {
      ...objectAt(kept, 'defaults'),
      state_name: own(kept, 'state_name') ?? this.key(state.id),
      description: state.description ?? '',
      ...this.action(state),
      ...filled({ transitions }),
      ...present({ default_next: next }),
      ...(isTerminal ? { is_terminal: true } : {}),
      ...objectAt(kept, 'rest'),
    };
  }

  /** `default_next`, also where it is written as the one eventless transition. */
  private nextOf(state: State): string | undefined {
    if (state.defaultNext !== undefined) return this.key(state.defaultNext);
    const [only, ...others] = state.always ?? [];
    if (only === undefined) return undefined;
    const [target] = targetsOf(only);
    if (only.when === undefined && others.length === 0 && target !== undefined) return this.key(target);
    this.leave('always', state.id);
    return undefined;
  }

  private action(state: State): JsonObject {
    const { action } = state;
    if (action === undefined) return {};
    if (action.failure !== undefined) this.leave('action.failure', state.id);
    const kept = objectAt(state.meta, 'state-machine');
    return {
      action: {
        ...objectAt(kept, 'defaults'),
        event_type: this.eventType(action.event),
        response_event: this.eventType(action.response ?? `${action.event}.completed`),
        ...(action.data === undefined
          ? {}
          : {
              data: dataOf(action.data, (expression) => this.leave(`action.data: ${expression}`, state.id)),
            }),
        ...objectAt(kept, 'rest'),
      },
    };
  }

  private transition(state: State, transition: EventTransition): readonly JsonObject[] {
    const [target, ...others] = targetsOf(transition);
    const isWild = transition.event.endsWith('*');
    if (target === undefined || isWild || !this.keys.has(target)) {
      this.leave(`on ${transition.event}`, state.id);
      return [];
    }
    if (others.length > 0 || transition.actions !== undefined || transition.reenter === true)
      this.leave(`actions of on ${transition.event}`, state.id);
    const kept = keptOf(transition);
    const original = own(kept, 'condition');
    const isOriginal = original !== undefined && (own(kept, 'when') ?? null) === (transition.when ?? null);
    const condition = isOriginal ? original : transition.when?.replace(/\bevent\.data\b/g, 'data');
    return [
      {
        ...objectAt(kept, 'defaults'),
        on_event: this.eventType(transition.event),
        to_state: this.key(target),
        ...present({ condition }),
        ...objectAt(kept, 'rest'),
      },
    ];
  }

  private key(id: string): string {
    return this.keys.get(id) ?? id;
  }

  private eventType(ours: string): string {
    return textAt(objectAt(keptOf(this.plan), 'events'), ours) ?? ours;
  }

  private leaveAll(of: State | StateMachinePlan, fields: readonly string[], state: string | null): void {
    const said: Readonly<Record<string, unknown>> = { ...of };
    for (const field of fields) if (own(said, field) !== undefined) this.leave(field, state);
  }

  private leave(field: string, state: string | null): void {
    const what = state === null ? 'the plan' : `the state "${state}"`;
    const where = { plan: this.plan.id, ...(state === null ? {} : { node: state }), field };
    this.leftOut.push(
      warning(
        'EXPORT_LEFT_OUT',
        `A PlanDefinition has no word for "${field}" of ${what}: it is left out, or written as it stands.`,
        'Export the workspace too, if it is to come back whole.',
        where,
      ),
    );
  }
}

function keptOf(of: { readonly source?: JsonObject | undefined }): JsonObject {
  return keptUnder('state-machine', of);
}

/**
 * The way back, as their code fills it: `{{goal_data.x}}`, in the texts right below `data` (their document writes one brace,
 * which nothing fills).
 *
 * @param unknown gets each expression that they have no placeholder for; it is written as it stands
 */
export function dataOf(template: Json, unknown: (expression: string) => void, depth = 0): Json {
  if (typeof template === 'string') return textOf(template, unknown, depth <= MOST_DEPTH);
  if (isJsonArray(template)) return template.map((item) => dataOf(item, unknown, depth + 1));
  if (!isJsonObject(template)) return template;
  const members = Object.entries(template).map(
    ([key, value]) => [key, dataOf(value, unknown, depth + 1)] as const,
  );
  return Object.fromEntries(members);
}

/** How deep their code looks for placeholders: in the members of `data`, and no further. */
const MOST_DEPTH = 1;

function textOf(template: string, unknown: (expression: string) => void, isFilled: boolean): string {
  const holes = holesIn(template);
  if (!holes.ok) return template;
  return holes.value
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const source = piece.source.trim();
      if (source === '"{{"') return '{{';
      if (!isFilled || !new RegExp(`^${PLACEHOLDER_PATH}$`).test(source)) unknown(source);
      return `{{${source}}}`;
    })
    .join('');
}

import { type Diagnostic, type Json, type JsonObject, LIMITS, problem } from '#base';
import type { HtnPlanner } from '#plan';
import { holds } from '../condition';
import type { PlannerState } from '../state';
import { plannedStep } from '../templates/plannedStep';

type Method = HtnPlanner['methods'][number];
type Operator = HtnPlanner['operators'][number];

export interface Decomposition {
  /** Nodes of ours in order, or null when no decomposition works. */
  readonly steps: readonly JsonObject[] | null;
  readonly problems: readonly Diagnostic[];
  /** Tools that a step would have needed and that are not allowed, and other bounds of the planner that were met. */
  readonly hindrances: readonly string[];
  /** Tasks with every method that was tried and why it was left: `{task, tried: [{id, outcome, reason?, subtasks}]}`. */
  readonly tree: Json;
  readonly expanded: number;
}

/** What is left to do: tasks with how deep they lie, as a linked list, so that backtracking copies nothing. */
interface Agenda {
  readonly task: string;
  readonly depth: number;
  /** Where this task writes what was tried. */
  readonly tried: Json[];
  readonly rest: Agenda | null;
}

/** Depth-first search for a total-order decomposition, within a budget of nodes (T4). */
export function decompose(document: HtnPlanner, values: JsonObject, state: PlannerState): Decomposition {
  const search = new Search(document, values, state);
  return search.run();
}

class Search {
  readonly #methods = new Map<string, Method[]>();
  readonly #operators: ReadonlyMap<string, Operator>;
  readonly #problems: Diagnostic[] = [];
  readonly #hindrances = new Set<string>();
  #expanded = 0;

  constructor(
    private readonly document: HtnPlanner,
    private readonly values: JsonObject,
    private readonly state: PlannerState,
  ) {
    for (const method of document.methods) {
      this.#methods.set(method.task, [...(this.#methods.get(method.task) ?? []), method]);
    }
    this.#operators = new Map(document.operators.map((operator) => [operator.id, operator]));
  }

  run(): Decomposition {
    const [task] = this.document.tasks;
    if (task === undefined) return { steps: null, problems: [], hindrances: [], tree: null, expanded: 0 };
    const tried: Json[] = [];
    const steps = this.#seek({ task, depth: 1, tried, rest: null }, []);
    return {
      steps: this.#exhausted() ? null : steps,
      problems: this.#exhausted() ? [budget()] : this.#problems,
      hindrances: [...this.#hindrances],
      tree: { task, tried },
      expanded: this.#expanded,
    };
  }

  /** Steps for the whole agenda after those already planned; null when there are none. */
  #seek(agenda: Agenda | null, steps: readonly JsonObject[]): readonly JsonObject[] | null {
    if (agenda === null) return steps;
    this.#expanded++;
    if (this.#exhausted() || agenda.depth > LIMITS.htnDepth) return null;
    const operator = this.#operators.get(agenda.task);
    return operator ? this.#perform(operator, agenda, steps) : this.#takeApart(agenda, steps);
  }

  #takeApart(agenda: Agenda, steps: readonly JsonObject[]): readonly JsonObject[] | null {
    for (const method of this.#methods.get(agenda.task) ?? []) {
      const fits = holds(method.when, this.values);
      if (!fits.ok) {
        agenda.tried.push({
          id: method.id,
          outcome: 'notApplicable',
          reason: fits.problem.reason,
          subtasks: [],
        });
        continue;
      }
      const nodes = method.subtasks.map((task) => ({ task, tried: [] as Json[] }));
      const next = nodes.reduceRight<Agenda | null>(
        (rest, { task, tried }) => ({ task, depth: agenda.depth + 1, tried, rest }),
        agenda.rest,
      );
      const found = this.#seek(next, steps);
      agenda.tried.push({ id: method.id, outcome: found ? 'chosen' : 'failed', subtasks: nodes });
      if (found || this.#exhausted()) return found;
    }
    if (!this.#methods.has(agenda.task)) agenda.tried.push(unknownTask(agenda.task));
    return null;
  }

  #perform(operator: Operator, agenda: Agenda, steps: readonly JsonObject[]): readonly JsonObject[] | null {
    const refusal = this.#refusal(operator, steps);
    if (refusal !== null) {
      agenda.tried.push({ id: operator.id, outcome: 'notApplicable', reason: refusal, subtasks: [] });
      return null;
    }
    const step = plannedStep(operator, this.values, steps);
    if (!step.ok) {
      this.#problems.push(step.problem);
      agenda.tried.push({ id: operator.id, outcome: 'failed', reason: step.problem.message, subtasks: [] });
      return null;
    }
    const found = this.#seek(agenda.rest, [...steps, step.value]);
    agenda.tried.push({ id: operator.id, outcome: found ? 'chosen' : 'failed', subtasks: [] });
    return found;
  }

  #refusal(operator: Operator, steps: readonly JsonObject[]): string | null {
    const { catalogue, limits } = this.state;
    const fits = holds(operator.when, this.values);
    if (!fits.ok) return fits.problem.reason;
    if (!catalogue.has(operator.capability))
      return this.#hinder(`the tool ${operator.capability} is not allowed here`);
    if (steps.length >= limits.maxSteps)
      return this.#hinder(`a plan has at most ${limits.maxSteps} steps here`);
    return null;
  }

  #hinder(reason: string): string {
    this.#hindrances.add(reason);
    return reason;
  }

  #exhausted(): boolean {
    return this.#expanded > LIMITS.htnNodes;
  }
}

function unknownTask(task: string): Json {
  return { id: task, outcome: 'failed', reason: `nothing tells how to do "${task}"`, subtasks: [] };
}

function budget(): Diagnostic {
  return problem(
    'HTN_BUDGET',
    `The search for a plan was given up after ${LIMITS.htnNodes} tasks.`,
    'Give the methods conditions that exclude each other, or fewer of them.',
  );
}

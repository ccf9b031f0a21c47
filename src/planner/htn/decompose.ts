import { type Diagnostic, type Json, type JsonObject, LIMITS, problem } from '#base';
import type { HtnPlanner } from '#plan';
import { holds } from '../condition';
import type { PlannerState } from '../state';
import { plannedStep, workOf } from '../templates/plannedStep';

type Method = HtnPlanner['methods'][number];
type Operator = HtnPlanner['operators'][number];

export interface Decomposition {
  /** Nodes of ours in order, or null when no decomposition works. */
  readonly steps: readonly JsonObject[] | null;
  readonly problems: readonly Diagnostic[];
  /** Tools that a step would have needed and that are not allowed, and other bounds of the planner that were met. */
  readonly hindrances: readonly string[];
  /**
   * Tasks with every method that was tried and why it was left: `{task, tried: [{id, outcome, reason?, subtasks}]}`; an
   * operator that was chosen names its `step`.
   */
  readonly tree: Json;
  readonly expanded: number;
}

/** What is left to do: tasks with how deep they lie, as a linked list, so that backtracking copies nothing. */
interface Agenda {
  readonly task: string;
  /** Where it lies in the tree: what tells one occurrence of a task from another. */
  readonly path: string;
  readonly depth: number;
  /** Where this task writes what was tried. */
  readonly tried: Json[];
  readonly rest: Agenda | null;
}

/** What a search is to leave as it was, and what it may not choose again (P12). Tasks are named by their paths. */
export interface Guide {
  /** Methods that were chosen and stay, whatever their conditions say now. */
  readonly chosen: ReadonlyMap<string, string>;
  /** Steps of operators that have run. */
  readonly done: ReadonlyMap<string, JsonObject>;
  /** By task and method, why the method is out. */
  readonly excluded: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Steps that have succeeded: the same step is not made twice. */
  readonly finished: readonly JsonObject[];
  /** Ids of all steps that there are. */
  readonly taken: readonly string[];
}

const NO_GUIDE: Guide = { chosen: new Map(), done: new Map(), excluded: new Map(), finished: [], taken: [] };

/** The path of the n-th subtask that a method makes of a task; the first task of all is at `''`. */
export function pathOf(parent: string, method: string, subtask: number): string {
  return `${parent}/${method}.${subtask}`;
}

/** Depth-first search for a total-order decomposition, within a budget of nodes (T4). */
export function decompose(
  document: HtnPlanner,
  values: JsonObject,
  state: PlannerState,
  guide: Guide = NO_GUIDE,
): Decomposition {
  const search = new Search(document, values, state, guide);
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
    private readonly guide: Guide,
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
    const steps = this.#seek({ task, path: '', depth: 1, tried, rest: null }, []);
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
    if (this.#exhausted()) return null;
    if (agenda.depth > LIMITS.htnDepth) {
      this.#hinder(`its tasks lie more than ${LIMITS.htnDepth} deep`);
      return null;
    }
    const operator = this.#operators.get(agenda.task);
    return operator ? this.#perform(operator, agenda, steps) : this.#takeApart(agenda, steps);
  }

  #takeApart(agenda: Agenda, steps: readonly JsonObject[]): readonly JsonObject[] | null {
    for (const method of this.#methods.get(agenda.task) ?? []) {
      const left = this.#whyNot(method, agenda.path);
      if (left !== null) {
        if (left.outcome !== 'other') agenda.tried.push({ id: method.id, ...left, subtasks: [] });
        continue;
      }
      const nodes = method.subtasks.map((task) => ({ task, tried: [] as Json[] }));
      const next = nodes.reduceRight<Agenda | null>((rest, { task, tried }, index) => {
        const path = pathOf(agenda.path, method.id, index);
        return { task, path, depth: agenda.depth + 1, tried, rest };
      }, agenda.rest);
      const found = this.#seek(next, steps);
      agenda.tried.push({ id: method.id, outcome: found ? 'chosen' : 'failed', subtasks: nodes });
      if (found || this.#exhausted()) return found;
    }
    if (!this.#methods.has(agenda.task)) agenda.tried.push(unknownTask(agenda.task));
    return null;
  }

  /** Why a method of the task at this path is not taken; null for one that may be. */
  #whyNot(method: Method, path: string): { readonly outcome: string; readonly reason: string } | null {
    const reason = this.guide.excluded.get(path)?.get(method.id);
    if (reason !== undefined) return { outcome: 'excluded', reason };
    const chosen = this.guide.chosen.get(path);
    if (chosen !== undefined) return chosen === method.id ? null : { outcome: 'other', reason: '' };
    const fits = holds(method.when, this.values);
    return fits.ok ? null : { outcome: 'notApplicable', reason: fits.problem.reason };
  }

  #perform(operator: Operator, agenda: Agenda, steps: readonly JsonObject[]): readonly JsonObject[] | null {
    const done = this.guide.done.get(agenda.path);
    if (done !== undefined) return this.#take(operator, done, agenda, steps);
    const refusal = this.#refusal(operator, steps);
    if (refusal !== null) {
      agenda.tried.push({ id: operator.id, outcome: 'notApplicable', reason: refusal, subtasks: [] });
      return null;
    }
    const step = plannedStep(operator, this.values, steps, this.guide.taken);
    if (!step.ok) {
      this.#problems.push(step.problem);
      agenda.tried.push({ id: operator.id, outcome: 'failed', reason: step.problem.message, subtasks: [] });
      return null;
    }
    return this.#take(operator, this.#finished(step.value, steps) ?? step.value, agenda, steps);
  }

  #take(
    operator: Operator,
    step: JsonObject,
    agenda: Agenda,
    steps: readonly JsonObject[],
  ): readonly JsonObject[] | null {
    const found = this.#seek(agenda.rest, [...steps, step]);
    const outcome = found ? { outcome: 'chosen', step: step.id ?? null } : { outcome: 'failed' };
    agenda.tried.push({ id: operator.id, ...outcome, subtasks: [] });
    return found;
  }

  /** The step that has done the same already: it is kept instead of being done again. */
  #finished(step: JsonObject, steps: readonly JsonObject[]): JsonObject | undefined {
    const work = workOf(step);
    return this.guide.finished.find((one) => workOf(one) === work && !steps.some(({ id }) => id === one.id));
  }

  #refusal(operator: Operator, steps: readonly JsonObject[]): string | null {
    const { catalogue, forbidden, limits } = this.state;
    const fits = holds(operator.when, this.values);
    if (!fits.ok) return fits.problem.reason;
    if (!catalogue.has(operator.capability))
      return this.#hinder(
        forbidden.has(operator.capability)
          ? `the tool ${operator.capability} is not allowed here`
          : `there is no tool ${operator.capability} here`,
      );
    const { taken } = this.guide;
    if (taken.length + steps.filter(({ id }) => !taken.some((one) => one === id)).length >= limits.maxSteps)
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

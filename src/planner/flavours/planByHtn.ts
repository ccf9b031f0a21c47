import {
  type Diagnostic,
  grouped,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonObject,
  jsonOf,
  LIMITS,
  objectsIn,
  problem,
} from '#base';
import type { HtnPlanner } from '#plan';
import { judgeAdded } from '../choose/judge';
import type { PlannerState, PlanSoFar } from '../contracts';
import { cannotPlan, holds, type Planned, reasonsOf } from './planned';
import { chainOf, plannedStep, planningValues, workOf } from './plannedStep';

/**
 * Plans by a hierarchical task network (P12): takes the first task apart by its methods, in document order, backtracking
 * when one leads nowhere, until only operators are left; those are the steps, in order. (Total-order decomposition as
 * in SHOP; Nau et al. 1999.) The plan passes the same checks as any other (P3).
 *
 * Asked again because a step has failed, it looks for another way (`planAnotherWay`).
 *
 * @returns the plan, or the problem `CANNOT_PLAN` with what this planner can do; `trace` is the decomposition tree
 */
export function planByHtn(document: HtnPlanner, state: PlannerState): Planned {
  if (state.soFar !== undefined) return planAnotherWay(document, state, state.soFar);
  const values = planningValues(state);
  const madeBy = document.name ?? document.id;
  const found = new Search(document, values, state, NO_GUIDE).run();
  const trace: Json = { tree: found.tree, expanded: found.expanded };
  if (found.steps === null) {
    const reasons = [...reasonsOf(values, document), ...found.hindrances];
    const cannot = cannotPlan(reasons, abilitiesOf(document), state);
    return { verdict: 'refused', plan: null, problems: [cannot, ...found.problems], trace, madeBy };
  }
  const { plan, problems } = judgeAdded(chainOf(found.steps), state);
  if (plan !== null) return { verdict: 'accepted', plan, problems, trace, madeBy, knowsOthers: true };
  const cannot = cannotPlan([], abilitiesOf(document), state);
  return { verdict: 'refused', plan, problems: [cannot, ...problems], trace, madeBy, knowsOthers: false };
}

/** What the methods of the first task say they do. */
function abilitiesOf(document: HtnPlanner): readonly string[] {
  const [goal] = document.tasks;
  return document.methods.flatMap(({ task, description }) =>
    task === goal && description !== undefined ? [description] : [],
  );
}

/**
 * A step of the plan has failed: looks for another way from the innermost task whose method it belongs to, with that
 * method left out; where none is left, from the task around it, and so on up to the first (P12). What came before stays
 * as it was decided, what has finished is kept and not done again.
 *
 * @returns the plan so far with the steps of the other way, or the problem `NO_OTHER_WAY`; `trace` is the tree, with
 *   every method that is out and why
 */
function planAnotherWay(document: HtnPlanner, state: PlannerState, soFar: PlanSoFar): Planned {
  const madeBy = document.name ?? document.id;
  const tree = treeOf(soFar.trace);
  const levels = tree === null ? [] : levelsAbove(tree, soFar.failed);
  const values = planningValues(state);
  let excluded = tree === null ? new Map() : tree.excluded;
  let reason = reasonOf(soFar);
  let trace: Json = soFar.trace;
  for (const level of levels) {
    excluded = without(excluded, level, reason);
    const guide: Guide = { ...guideFrom(level, soFar), excluded };
    const found = new Search(document, values, state, guide).run();
    trace = { tree: found.tree, expanded: found.expanded };
    const plan = found.steps === null ? null : planWith(found.steps, state, soFar);
    if (plan !== null) return { verdict: 'accepted', ...plan, trace, madeBy, knowsOthers: true };
    reason = `no way is left to do "${level.task}" (${reason})`;
  }
  return { verdict: 'refused', plan: null, problems: [noOtherWay(document)], trace, madeBy };
}

/** The whole plan, if it passes the checks of every plan (P3). */
function planWith(
  steps: readonly JsonObject[],
  state: PlannerState,
  soFar: PlanSoFar,
): Pick<Planned, 'plan' | 'problems'> | null {
  const there = new Set<Json | undefined>(soFar.body.nodes.map(({ id }) => id));
  const added = chainOf(steps.filter(({ id }) => !there.has(id)));
  const judged = judgeAdded(added, state);
  return judged.plan === null ? null : judged;
}

function reasonOf({ failed, steps }: PlanSoFar): string {
  const step = steps.find(({ id }) => id === failed);
  return `its step "${failed}" failed: ${step?.error?.message ?? 'no reason was given'}`;
}

function without(excluded: Guide['excluded'], { path, method }: Level, reason: string): Guide['excluded'] {
  const known = excluded.get(path) ?? new Map<string, string>();
  return new Map(excluded).set(path, new Map(known).set(method, reason));
}

function noOtherWay(document: HtnPlanner) {
  return problem(
    'NO_OTHER_WAY',
    `No other way is left to do "${document.tasks[0] ?? 'it'}".`,
    'Look at the plan attempt for the ways that were tried, and mend what failed or add a method.',
  );
}

/** A task of an earlier decomposition with the method that was chosen for it, or the step that did it. */
interface OldTask {
  readonly task: string;
  readonly path: string;
  /** Null for an operator, and for a task that was not done. */
  readonly method: string | null;
  readonly step: string | null;
  readonly subtasks: readonly OldTask[];
}

interface OldTree {
  readonly root: OldTask;
  /** By path and method, why the method was left out then. */
  readonly excluded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A task around the step that failed, and the method by which it was done. */
interface Level {
  readonly task: string;
  readonly path: string;
  readonly method: string;
  readonly root: OldTask;
}

/** Reads the trace of an earlier attempt; null when it is none. */
function treeOf(trace: Json): OldTree | null {
  const tree = isJsonObject(trace) ? trace.tree : undefined;
  if (!isJsonObject(tree)) return null;
  const excluded = new Map<string, ReadonlyMap<string, string>>();
  const root = taskOf(tree, '', excluded);
  return root && { root, excluded };
}

function taskOf(
  json: Json | undefined,
  path: string,
  excluded: Map<string, ReadonlyMap<string, string>>,
): OldTask | null {
  if (!isJsonObject(json) || typeof json.task !== 'string') return null;
  const tried = objectsIn(json.tried);
  const out = tried.flatMap(({ id, outcome, reason }): [string, string][] =>
    outcome === 'excluded' ? [[String(id), String(reason)]] : [],
  );
  if (out.length > 0) excluded.set(path, new Map(out));
  const chosen = tried.find(({ outcome }) => outcome === 'chosen');
  const step = typeof chosen?.step === 'string' ? chosen.step : null;
  const method = chosen === undefined || step !== null ? null : String(chosen.id);
  return { task: json.task, path, method, step, subtasks: partsOf(chosen, path, excluded) };
}

function partsOf(
  chosen: JsonObject | undefined,
  path: string,
  excluded: Map<string, ReadonlyMap<string, string>>,
): readonly OldTask[] {
  return itemsIn(chosen?.subtasks).flatMap(
    (part, index) => taskOf(part, pathOf(path, String(chosen?.id), index), excluded) ?? [],
  );
}

/** The tasks around a step, the innermost first. */
function levelsAbove({ root }: OldTree, step: string | null): readonly Level[] {
  const levels: Level[] = [];
  const holds = (task: OldTask): boolean => {
    if (step !== null && task.step === step) return true;
    if (task.method === null || !task.subtasks.some(holds)) return false;
    levels.push({ task: task.task, path: task.path, method: task.method, root });
    return true;
  };
  holds(root);
  return levels;
}

/**
 * What stays when a task is taken apart anew: the methods of the tasks around it, and everything that came before it.
 * What comes after it is decided anew with it.
 */
function guideFrom({ path, root }: Level, soFar: PlanSoFar): Omit<Guide, 'excluded'> {
  const nodes = soFar.body.nodes.map(jsonOf);
  const chosen = new Map<string, string>();
  const done = new Map<string, JsonObject>();
  /** False when the walk has come to the task that is taken apart anew. */
  const keep = (task: OldTask): boolean => {
    if (task.path === path) return false;
    if (task.method !== null) chosen.set(task.path, task.method);
    const node = task.step === null ? undefined : nodes.find(({ id }) => id === task.step);
    if (node !== undefined) done.set(task.path, node);
    return task.subtasks.every(keep);
  };
  keep(root);
  const succeeded = new Set<Json | undefined>(
    soFar.steps.filter(({ status }) => status === 'succeeded').map(({ id }) => id),
  );
  return {
    chosen,
    done,
    finished: nodes.filter(({ id }) => succeeded.has(id)),
    taken: soFar.body.nodes.map(({ id }) => id),
  };
}

type Method = HtnPlanner['methods'][number];
type Operator = HtnPlanner['operators'][number];

interface Decomposition {
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
interface Guide {
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
function pathOf(parent: string, method: string, subtask: number): string {
  return `${parent}/${method}.${subtask}`;
}

/** Depth-first search for a total-order decomposition, within a budget of nodes (T4). */
class Search {
  readonly #methods: ReadonlyMap<string, readonly Method[]>;
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
    this.#methods = grouped(document.methods, ({ task }) => task);
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

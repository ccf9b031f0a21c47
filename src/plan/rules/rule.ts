import { type Diagnostic, Fuel, grouped, LIMITS, present, type Where } from '#base';
import type { Variable } from '../fields/fields';
import { allBodies, allNodes, type PlacedNode } from '../graph/bodies';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import type { Body, Edge, NodeTypeName, PlanNode } from '../nodes/node';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { CapabilityPlan } from '../schema/plan';
import type { Policy, Workspace } from '../schema/workspace';

/** A rule looks at one plan and lists what is wrong with it. Rules know nothing of each other. */
export type Rule = (subject: Subject) => Iterable<Diagnostic>;

/** What a rule may look at: a plan of a workspace, or the body that a planner proposed. */
export interface Subject {
  /** The nodes and edges at the top. */
  readonly body: Body;
  /** Every node at every depth, in document order. */
  readonly nodes: readonly PlacedNode[];
  /** The top and the inside of every container. */
  readonly scopes: readonly Scope[];
  readonly catalogue: Catalogue;
  /** Names that expressions may read and nodes may write. */
  readonly names: Names;
  /** The plan and its workspace; null for a proposed body. */
  readonly authored: { readonly plan: CapabilityPlan; readonly workspace: Workspace } | null;
  /** The bounds of a proposed body; null for a plan of a workspace. */
  readonly proposed: ProposedBounds | null;
  /** What judging literals by schemas may cost, shared by all plans that are checked together (case C3). */
  readonly fuel: Fuel;
  /** Where in the document something is. */
  at(node: PlanNode | null, field?: string): Where;
}

/** The names of a plan (V1). */
export interface Names {
  /** `variables: "open"`: whatever is written is declared by that. */
  readonly isOpen: boolean;
  /** Declared variables by id, null where a planner or a surrounding plan declares one. */
  readonly declared: ReadonlyMap<string, Variable | null>;
  readonly has: (name: string) => boolean;
}

/** What a proposed plan must keep to (P3, P8). */
export interface ProposedBounds {
  /** Ids of the capabilities that it may name; null for all of the catalogue. */
  readonly tools: ReadonlySet<string> | null;
  /** Ids of capabilities that are there besides its catalogue, and that it may not name; absent where nobody knows. */
  readonly forbidden?: ReadonlySet<string>;
  /** Ids of tools that it might name, had its planner's prompt had room for them; absent where it had. */
  readonly leftOut?: ReadonlySet<string>;
  /** Policies that rule over it (P13); absent where nobody knows. */
  readonly policies?: readonly Policy[];
  readonly maxSteps: number;
  /** How many planners its steps lie inside: 1 for what a planner of the plan itself proposed. */
  readonly plannerDepth: number;
  readonly maxPlannerDepth: number;
  /** Names that the containers around it declare, of an item or a round: it may read them (L9). */
  readonly locals?: ReadonlySet<string>;
  /**
   * Ids of steps that could not be read, where what was read of the plan is not all of it: which step comes before which is
   * then not known.
   */
  readonly unread?: ReadonlySet<string>;
}

/** What a proposed plan is judged by besides itself (P3, P8). */
export interface BodyContext extends ProposedBounds {
  /** Names of the variables of the plan that runs it (R13). */
  readonly variables: ReadonlySet<string>;
  readonly catalogue: Catalogue;
}

/** One container from the inside. */
export interface Scope {
  /** The name of the body (`guard.catch`, else its container's id); null at the top. */
  readonly id: string | null;
  readonly body: Body;
  /** Null at the top. */
  readonly container: PlanNode | null;
  /** Whether the children run one after another in document order, without edges. */
  readonly isSequence: boolean;
  /** The edges that leave each node, by its id. */
  readonly leaving: ReadonlyMap<string, readonly Edge[]>;
}

/** Whether an edge leaves a node by one of its ports. */
export function leavesBy({ leaving }: Scope, node: PlanNode, port: string): boolean {
  return leaving.get(node.id)?.some((edge) => edge.port === port) ?? false;
}

/** `"a", "b" and "c"`. */
export function listed(names: Iterable<string>): string {
  const quoted = [...names].map((name) => `"${name}"`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** A plan of a workspace, as rules look at it. */
export function subjectOfPlan(
  plan: CapabilityPlan,
  workspace: Workspace,
  catalogue: Catalogue,
  fuel: Fuel = freshFuel(),
): Subject {
  const content = contentOf(plan, { plan: plan.id });
  const names = namesOfPlan(plan, content.nodes);
  return { ...content, catalogue, names, authored: { plan, workspace }, proposed: null, fuel };
}

/** A body that a planner proposed, as rules look at it. */
export function subjectOfBody(
  body: Body,
  variables: ReadonlySet<string>,
  catalogue: Catalogue,
  proposed: ProposedBounds | null,
  around: Where = {},
): Subject {
  const content = contentOf(body, around);
  const names = namesAround(variables, content.nodes);
  return { ...content, catalogue, names, authored: null, proposed, fuel: freshFuel() };
}

function contentOf(body: Body, around: Where): Pick<Subject, 'body' | 'nodes' | 'scopes' | 'at'> {
  const at: Subject['at'] = (node, field) => ({
    ...around,
    ...(node ? { node: node.id } : {}),
    ...present({ field }),
  });
  return { body, nodes: [...allNodes(body)], scopes: scopesOf(body), at };
}

/** What one check may spend on values and their schemas. */
export function freshFuel(): Fuel {
  return new Fuel(LIMITS.checkSteps);
}

function scopesOf(body: Body): readonly Scope[] {
  return [...allBodies(body)].map(({ body: inner, container, bodies }) => {
    return {
      id: bodies.at(-1) ?? null,
      body: inner,
      container,
      isSequence: container?.type === 'GROUP' && container.params.mode === 'SYNC',
      leaving: grouped(inner.edges, ({ from }) => from),
    };
  });
}

/*
 * What of the language this version does not run. A document may say it; then `check` says plainly that it is not run
 * yet (NOT_SUPPORTED). Later work takes lines out of here.
 */

/** Of a type: `fields` that are not run at all, and the `choices` of others that are not. */
interface NotRunYet {
  readonly fields: ReadonlySet<string>;
  readonly choices: Readonly<Record<string, ReadonlySet<string>>>;
}

const ALL_IS_RUN: NotRunYet = { fields: new Set(), choices: {} };

const NOT_RUN_YET: Readonly<Partial<Record<NodeTypeName, NotRunYet>>> = {
  // Written down so that the document says what is wrong with it (L9).
  ITERATOR: { fields: new Set(), choices: { merge: new Set(['PREFIX_BY_ACTIVITY']) } },
};

/** What the form of a type's parameters leaves out: fields and choices that would only be refused. */
export function notRunYet(type: NodeTypeName): NotRunYet {
  return NOT_RUN_YET[type] ?? ALL_IS_RUN;
}

/** The names of a plan: its variables, and those that its planners declare (V5). */
function namesOfPlan(plan: CapabilityPlan, nodes: readonly PlacedNode[]): Names {
  const declared = new Map<string, Variable | null>(declaredByPlanners(nodes));
  if (plan.variables !== 'open') for (const variable of plan.variables) declared.set(variable.id, variable);
  return namesOf(declared, plan.variables === 'open');
}

/** Names of all variables that a plan declares, those of its planners included (V1, V5). */
export function declaredNames(plan: CapabilityPlan): readonly string[] {
  return [...namesOfPlan(plan, [...allNodes(plan)]).declared.keys()];
}

/** The names of a proposed plan: those of the plan that runs it (R13), and what its own planners declare. */
function namesAround(variables: ReadonlySet<string>, nodes: readonly PlacedNode[]): Names {
  const declared = new Map<string, Variable | null>(declaredByPlanners(nodes));
  for (const name of variables) declared.set(name, null);
  return namesOf(declared, false);
}

/** The variables that a node writes itself: by its `output`, and by parameters that name one. */
export function writtenBy(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'writes', 'declares');
}

/** The names that a container declares for its body, which are no variables (L9): of an item, a round. */
export function localsOf(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'local');
}

/** The local names of each container that has some, by its id. */
export function localsByContainer(nodes: readonly PlacedNode[]): ReadonlyMap<string, readonly string[]> {
  const named = nodes.map(({ node }) => [node.id, localsOf(node)] as const);
  return new Map(named.filter(([, locals]) => locals.length > 0));
}

/** V5: what a planner writes, the plan and its raw reply, is declared by that. */
function declaredByPlanners(nodes: readonly PlacedNode[]): readonly (readonly [string, null])[] {
  return nodes.flatMap(({ node }) =>
    namesIn(fieldsOf(node), 'declares').map((name): readonly [string, null] => [name, null]),
  );
}

function namesOf(declared: ReadonlyMap<string, Variable | null>, isOpen: boolean): Names {
  return {
    isOpen,
    declared,
    // Names that begin with `__` are injected by planners, or declared by an importer (W2, V1).
    has: (name) => isOpen || declared.has(name) || name.startsWith('__'),
  };
}

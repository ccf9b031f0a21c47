import { type Address, within } from '#base';
import type { Body, PlanNode, StateMachinePlan } from '#plan';
import type { AgentCard } from './agentCard';
import type { GraphEdge, GraphNode, MachinePicture } from './graph';
import type { MachineLight } from './machineShapes';
import type { StepChange } from './planDifference';
import type { Surroundings } from './planLine';
import type { Rounds } from './rounds';
import type { NodeStatus, Span } from './runView';

/** A body with where it is drawn. */
export interface Drawing {
  readonly body: Body;
  /** What the addresses of its nodes begin with: of a container that repeats, those of one round. */
  readonly scope: Address;
  /** Scopes of nodes that began in an earlier revision of the plan, by id: they stay where they ran (R13). */
  readonly began: ReadonlyMap<string, Address>;
  /** What their keys begin with: the scope without rounds and attempts. */
  readonly keys: Address;
  /** Key of the box. */
  readonly parent: Address | null;
  /** Whether its nodes follow each other in document order, without edges of their own: a SYNC GROUP. */
  readonly ordered: boolean;
  /** Made by a planner, or of another plan: drawn, not edited. */
  readonly dynamic: boolean;
  /** Id of the other plan, where a SUB_PLAN runs it. */
  readonly subPlan: string | null;
  /** Made by a planner and not yet opened by an executor. */
  readonly planned: boolean;
  /** The machine that a planner made, of which the body is the one step: its states are drawn instead (M5). */
  readonly machine?: StateMachinePlan;
  /** Its states that were refused while it arrived, by id, with the reason. */
  readonly refused?: ReadonlyMap<string, string>;
  /** Nodes that are drawn and will not run, with the reason. */
  readonly ghosts: ReadonlyMap<PlanNode, string>;
  /** What a revision has done with its nodes, by id, while that is news. */
  readonly changes?: ReadonlyMap<string, StepChange>;
}

/** How one card reads; all of it comes from diagnostics or from a run. */
export interface Reading {
  readonly status: NodeStatus | null;
  readonly line: string;
  readonly reason: string | null;
  readonly warned?: true;
  readonly unanswered?: true;
  readonly asking?: Span;
  readonly caution?: string;
}

/** What the same plan looks like to somebody: to its author, or to the reader of a run at a position. */
export interface Eye {
  readonly around: Surroundings;
  read(node: PlanNode, address: Address, drawing: Drawing): Reading;
  edge(from: Address, port: string, to: Address, drawing: Drawing): GraphEdge['state'];
  /** What is drawn inside a node besides the bodies that it has: the plan of a planner, or of a SUB_PLAN. */
  inside(node: PlanNode, address: Address, drawing: Drawing): Inside | null;
  /** Where a run stands in the machine that a planner made; null before it has begun. */
  light(machine: StateMachinePlan, place: Address): MachineLight | null;
  /** The machine of the workspace that a SUB_PLAN runs, as a picture; left out where none is shown. */
  picture?(node: PlanNode, address: Address): MachinePicture | null;
  /** How an agent gets on; left out where no run is shown. */
  agent?(node: PlanNode, address: Address): AgentCard | null;
  /** The rounds of a container that repeats. */
  rounds(node: PlanNode, address: Address): Rounds | null;
  /** Where the contents of a container run: in which round, in which attempt. */
  scope(address: Address, rounds: Rounds | null): Address;
}

/** A drawing whose place follows from that of the node around it. */
export type Inside = Omit<Drawing, 'keys' | 'parent'>;

export interface Lists {
  readonly nodes: GraphNode[];
  readonly edges: GraphEdge[];
}

/** Where nothing began before. */
export const NOWHERE: ReadonlyMap<string, Address> = new Map();

/** The address of a node of a drawing, without attempt. */
export function addressIn({ scope, began }: Drawing, id: string): Address {
  return within(began.get(id) ?? scope, id);
}

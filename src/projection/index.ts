export type { Graph, GraphEdge, GraphMark, GraphNode } from './graph';
export type {
  AttemptRecord,
  NodeRecord,
  NodeStatus,
  OpenedPlan,
  PlanningRecord,
  RunStatus,
  RunView,
  StreamedStep,
  VariableRecord,
  Waiting,
} from './runView';

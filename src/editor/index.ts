export { arrangementOf } from './arrangementOf';
export type { CommandContext } from './commandContext';
export {
  COMMANDS,
  type Command,
  type CommandId,
  type CommandSection,
  canUse,
  commandForKey,
  commandOf,
  conflictsOf,
  isCommandId,
  type KeyBindings,
  keyRefused,
  keysOf,
  type When,
} from './commands';
export { createEditor, type EditHow, type Editor } from './editor';
export type { History, Transaction } from './history';
export { type Chord, chordOf, type KeyPress, showChord } from './keys';
export { type AddStateOptions, addState } from './machine/addState';
export { renameState, updateState } from './machine/changeStates';

export {
  chooseTransition,
  type FoundTransition,
  freeEvent,
  moveLabel,
  moveTransition,
  transitionAt,
  updateTransition,
} from './machine/transitions';
export { type Crumb, pathOf } from './path';
export { freePlace, type Point } from './place';
export {
  addPlanForSentence,
  changeQuestion,
  type PlacedPlan,
  planForSentence,
  questionOf,
  type SentenceOptions,
} from './planForSentence';
export { contextOf, type Handled, handleKey, runCommand } from './runCommand';
export type { RunCursor } from './runCursor';
export { type Found, searchAll } from './search';
export type {
  AttachedRun,
  ConnectingState,
  DocumentState,
  EditorOptions,
  LightState,
  MachineStand,
  ProblemsState,
  RunsState,
  Scene,
  SelectionState,
  TrailStep,
  ViewState,
} from './stores';
export { type AddOptions, addNode, type Fit, fitsHere } from './verbs/addNode';
export { type Alignment, alignSelection } from './verbs/align';
export {
  collapseNode,
  colorNote,
  disableSelection,
  moveNodes,
  nudgeSelection,
  placeAll,
  renameNode,
  resizeNode,
  updateNode,
} from './verbs/changeNodes';
export { copySelection, duplicateSelection, pasteText } from './verbs/clipboard';
export { canConnect, connect, targetsFor } from './verbs/connect';
export {
  cancelConnecting,
  finishConnecting,
  moveConnecting,
  startConnecting,
  switchPort,
} from './verbs/connecting';
export { type Drop, dropNodes, spliceIntoEdge } from './verbs/dropNodes';
export { extractSelection } from './verbs/extract';
export { applyFix, fixesOf } from './verbs/fixes';
export { forgetRedo } from './verbs/forgetRedo';
export { groupSelection } from './verbs/group';
export { removeSelection } from './verbs/removeSelection';
export { chooseRound, nextFailedRound, roundsAround, stepRound } from './verbs/rounds';

export { leaveSubPlan, openSubPlan, planBehind } from './verbs/subPlans';
export { type Direction, neighbourOf, selectAll, selectDownstream, selectUpstream, walk } from './verbs/walk';

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
} from './commands';
export { createEditor, type Editor } from './editor';
export { type Chord, chordOf, type KeyPress, showChord } from './keys';
export { addState } from './machine/addState';
export { renameState, updateState } from './machine/changeStates';

export {
  chooseTransition,
  freeEvent,
  moveLabel,
  moveTransition,
  transitionAt,
  updateTransition,
} from './machine/transitions';
export { pathOf } from './path';
export {
  addPlanForSentence,
  changeQuestion,
  planForSentence,
  questionOf,
  type SentenceOptions,
} from './planForSentence';
export { contextOf, handleKey, runCommand } from './runCommand';
export { searchAll } from './search';
export type {
  AttachedRun,
  ConnectingState,
  DocumentState,
  MachineStand,
  ProblemsState,
  RunsState,
  Scene,
  SelectionState,
  ViewState,
} from './stores';
export { type AddOptions, addNode, fitsHere } from './verbs/addNode';
export { alignSelection } from './verbs/align';
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
export { finishConnecting, startConnecting } from './verbs/connecting';
export { dropNodes } from './verbs/dropNodes';
export { extractSelection } from './verbs/extract';
export { applyFix, fixesOf } from './verbs/fixes';
export { forgetRedo } from './verbs/forgetRedo';
export { groupSelection } from './verbs/group';
export { removeSelection } from './verbs/removeSelection';
export { chooseRound, nextFailedRound, roundsAround, stepRound } from './verbs/rounds';

export { leaveSubPlan, openSubPlan, planBehind, retrace } from './verbs/subPlans';
export { walk } from './verbs/walk';

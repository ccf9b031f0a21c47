export { arrange } from './arrange';
export { arrangeMachine, type StateToPlace } from './arrangeMachine';
export { elkEngine } from './elkEngine';
export { flowInside, type InsidePlace } from './flowInside';
export type { Point } from './layered';
export { insideOfState, STATE } from './machine/chartTree';
export { tidyStates } from './machine/tidyStates';
export type { Rect } from './roomFor';
export {
  BAR,
  CARD,
  EXECUTOR,
  GRID,
  GROUP,
  insideOf,
  LANE,
  NOTE,
  PADDING,
  REPEATING,
  type Size,
  snap,
  TITLE_BAR,
} from './sizes';
export { type LayoutEngine, simpleEngine, type TidyInput, type TidyNode, tidy } from './tidy';
export { tidyInput } from './tidyInput';

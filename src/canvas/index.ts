export { Elapsed } from './cards/CardState';
export { DeclaredIcons, NodeGlyph, StateGlyph } from './glyphs/glyphs';
export {
  type MachineGraph,
  type MachineState,
  type MachineTransition,
  MachineView,
} from './machine/MachineView';
export { Markdown, type Shows } from './markdown/Markdown';
export { GraphPreview, PictureView } from './PictureView';

export { PlanCanvas } from './PlanCanvas';
export { SketchView } from './SketchView';
export type { CardResult, ForeseenMark, StaleMark } from './state/canvasStore';

export {
  type Gestures,
  type Move,
  NODE_MIME,
  type Point,
  type Spot,
} from './state/gestures';
export type { Looks } from './state/looks';
export type { CanvasHandle } from './state/useCanvasHandle';

export {
  accessibleName,
  capabilityOf,
  criteriaWords,
  describeAgent,
  describeState,
  isNameless,
  isOff,
  lineOf,
  progressOf,
} from './cardText';
export { COLOUR_NAMES, type ColourName, THEMES, type Theme } from './colours';
export { agentParts, criterionWords, lineIcon, mostSegments } from './draw/agent';
export { hintOf } from './draw/box';
export { type Attention, drawEdge, drawLabel, EDGE_CORNER, EDGE_WIDTH, LABEL } from './draw/edge';
export { lineMark, type Mark, type PlainMark } from './draw/mark';
export { coverOf, drawFar, drawOnMap } from './draw/plain';
export { LANE_HINTS } from './draw/small';

export { distanceTo, middleOf } from './geometry/along';
export { isOpen } from './geometry/isOpen';
export type { Point } from './geometry/point';
export { inputOffset, portOffset, shift } from './geometry/ports';
export { RouteBook } from './geometry/RouteBook';
export {
  absoluteRects,
  boundsOf,
  contains,
  intersects,
  type Moved,
  type Rect,
  wayInto,
} from './geometry/rect';
export { depthOf, type RoutedEdge } from './geometry/routed';
export { routeOf } from './geometry/routes';

export { svgPath } from './geometry/svgPath';
export { labelRect, rectsOfLabels } from './geometry/transitions/LabelPlaces';
export { type DeclaredIcon, iconOfState, iconOfStatus, iconOfType } from './icons/iconOf';
export { ICONS, type IconName } from './icons/icons';
export { type Part, type Picture, pictureOf } from './pictureOf';
export { type Sketch, sketchOf } from './sketch';
export { type SvgMark, svgMark } from './svgMark';

export {
  type Address,
  depthOf,
  isAddress,
  isWithin,
  nodeOf,
  parseAddress,
  ROOT,
  withAttempt,
  withBody,
  withCall,
  withIndex,
  within,
  withoutAttempt,
  withoutCall,
  withoutInstances,
  withRevision,
} from './address';
export { canonicalJson, inCanonicalOrder } from './canonicalJson';
export { type Interval, type Random, seededRandom, wilson } from './chance';
export { grouped, Heap, onlyOf, PersistentArray, PersistentMap, remembered } from './collections';
export {
  type Diagnostic,
  err,
  errorsFirst,
  hasErrors,
  note,
  ok,
  problem,
  type Result,
  type Severity,
  type Where,
  warning,
} from './diagnostic';
export {
  type BlobHandle,
  type Handle,
  type HandleColumn,
  handlesIn,
  hashOfHandle,
  isBlobHandle,
  isHandle,
  isReservedKey,
  isTableHandle,
  reservedAt,
  type TableHandle,
} from './handles';
export { type Hash, hashBytes, hashJson, hashOfDigest, hashText, isHash, utf8, utf8Length } from './hash';
export { EventNames, IdMint, isCapabilityId, isEventType, isId, isVariableName, mintId } from './ids';
export {
  escapePointer,
  filled,
  isJson,
  isJsonArray,
  isJsonObject,
  isRows,
  itemsIn,
  type Json,
  type JsonArray,
  type JsonObject,
  type JsonPath,
  jsonOf,
  notJsonAt,
  objectsIn,
  own,
  plainText,
  present,
  rowOf,
  setAt,
  textsIn,
  withTexts,
} from './json';
export { Fuel, LIMITS, OutOfFuel } from './limits';
export { type JsonLoss, jsonLosses, Lines, parseExactJson, parseJson, withoutEnd } from './parseJson';
export { nameOfRecords, type RecordList, recordsIn } from './recordLists';
export {
  byNearness,
  count,
  didYouMean,
  durationText,
  escapeControls,
  escapeControlsInJson,
  estimatedTokens,
  isBlank,
  nearest,
  sizeText,
  timeOf,
} from './text';

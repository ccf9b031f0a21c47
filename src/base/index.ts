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
export {
  type Diagnostic,
  errorsFirst,
  hasErrors,
  note,
  problem,
  type Severity,
  type Where,
  warning,
} from './diagnostic';
export { Fuel, OutOfFuel } from './fuel';
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
export { Heap } from './heap';
export { EventNames, IdMint, isCapabilityId, isEventType, isId, isVariableName, mintId } from './ids';
export {
  escapePointer,
  isJson,
  isJsonObject,
  isRows,
  type Json,
  type JsonArray,
  type JsonObject,
  type JsonPath,
  jsonOf,
  notJsonAt,
  own,
  plainText,
  rowOf,
  setAt,
} from './json';
export { LIMITS } from './limits';
export { byNearness, didYouMean, nearest } from './nearest';
export { type JsonLoss, jsonLosses, Lines, parseExactJson, parseJson, withoutEnd } from './parseJson';
export { PersistentArray, PersistentMap } from './persistent';
export { type Random, seededRandom } from './random';
export { err, ok, type Result } from './result';
export {
  count,
  durationText,
  escapeControls,
  escapeControlsInJson,
  estimatedTokens,
  isBlank,
  sizeText,
} from './text';

export { timeOf } from './time';

export { type Interval, wilson } from './wilson';

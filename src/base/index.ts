export {
  type Address,
  type AddressSegment,
  depthOf,
  isAddress,
  isWithin,
  nodeOf,
  type ParsedAddress,
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
export { isBlank } from './blank';
export { canonicalJson, inCanonicalOrder } from './canonicalJson';

export { escapeControls, escapeControlsInJson } from './controlCharacters';
export { count } from './count';
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
export { durationText } from './durationText';
export { EventNames } from './eventNames';
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
export { IdMint } from './idMint';
export { isCapabilityId, isEventType, isId, isVariableName, mintId } from './ids';
export {
  escapePointer,
  isJson,
  isJsonObject,
  isRows,
  type Json,
  type JsonArray,
  type JsonObject,
  notJsonAt,
  own,
  plainText,
} from './json';
export { type JsonLoss, jsonLosses, withoutEnd } from './jsonLosses';
export { jsonOf } from './jsonOf';
export { LIMITS } from './limits';
export { byNearness, didYouMean, nearest } from './nearest';
export { Lines, parseExactJson, parseJson } from './parseJson';

export { PersistentArray } from './persistentArray';
export { PersistentMap } from './persistentMap';
export { type Random, seededRandom } from './random';
export { err, ok, type Result } from './result';
export { rowOf } from './rowOf';
export { type JsonPath, setAt } from './setAt';
export { sizeText } from './sizeText';
export { timeOf } from './time';
export { estimatedTokens } from './tokens';

export { type Confidence, type Interval, wilson } from './wilson';

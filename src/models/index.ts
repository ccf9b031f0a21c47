export { type Checkup, checkConnection, type PageSurroundings, type Step } from './checkConnection';
export { endpointOf, type ModelConnection } from './connection';
export type { ConnectionField, ConnectionKind } from './connectionKind';
export { CONNECTION_KINDS, connectionKindOf, kindOf } from './kinds';
export { type KnownServer, type Recipe, recipesFor } from './knownServer';
export { type ModelsOptions, openModels } from './openModels';
export { listedPrice, PRICES_OF } from './prices';

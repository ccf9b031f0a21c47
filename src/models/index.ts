export { type Checkup, checkConnection, type PageSurroundings, type Step } from './checkConnection';
export { endpointOf, type ModelConnection } from './connection';
export { type ModelsOptions, openModels } from './openModels';
export { type Recipe, recipesFor } from './serverRecipes';

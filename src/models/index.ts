export type { ModelConnection } from './connection';
export { type ModelsOptions, openModels } from './openModels';

export { type ModelConnection, type ModelsOptions, openModels } from './openModels';

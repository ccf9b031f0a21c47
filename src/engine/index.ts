export { engineInWorker } from './engineInWorker';
export { engineOver } from './engineOver';

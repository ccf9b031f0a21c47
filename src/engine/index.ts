export { engineInWorker, engineOver } from './engineInWorker';

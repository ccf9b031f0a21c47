export { installPackages } from '../../src/cli/bootstrap/installPackages.mjs';

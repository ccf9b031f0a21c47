export { loadSample, pathOfSample, pathOfSuite } from './loadSample';
export { loadSketch } from './loadSketch';
export { SAMPLES } from './samples';
export { isShippedSample } from './trusted';

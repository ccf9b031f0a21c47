export { type FetchText, loadSample, pathOfSample, pathOfSuite } from './loadSample';
export { loadSketch } from './loadSketch';
export { SAMPLES, type Sample } from './samples';
export { isShippedSample } from './trusted';

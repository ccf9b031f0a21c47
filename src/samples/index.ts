export { type FetchText, loadSample, pathOfSample } from './loadSample';
export { SAMPLES, type Sample } from './samples';
export { isShippedSample } from './trusted';

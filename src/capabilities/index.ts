export { BUILT_IN_CATALOGUE, builtInCapabilities } from './builtIn';
export { describeDocuments } from './describeDocuments';

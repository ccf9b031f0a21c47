export { drive } from '../kernel/drive';
export { chain, fanOut, loop } from '../kernel/plans';

export { drive } from '../kernel/drive';
export { chain, fanOut } from '../kernel/plans';

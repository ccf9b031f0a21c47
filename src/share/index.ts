export { type ExportFile, fileStem, ledgerFile, planFile, workspaceFile } from './files/exportFiles';
export { type FileKind, recogniseFile, refuseLargeFile } from './files/recognise';
export { decodeLink, isLink } from './link/decodeLink';
export { encodeLink, judgeLink, LINK_PREFIX } from './link/encodeLink';
export type { PlannerRisk } from './risk/planners';
export { type Risk, riskOf } from './risk/riskOf';
export { type SecretFinding, scanSecrets } from './secrets/scanSecrets';

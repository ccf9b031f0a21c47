export { type Archive, isZip, packArchive, unpackArchive } from './files/archive';
export { type ExportFile, fileStem, ledgerFile, planFile, workspaceFile } from './files/exportFiles';
export { recogniseFile, refuseLargeFile } from './files/recognise';
export { textOf } from './files/textOf';
export { decodeLink, encodeLink, isLink, judgeLink, LINK_PREFIX } from './link/decodeLink';

export { isPng, withWorkspace as pngWithWorkspace, workspaceInPng } from './picture/png';
export {
  type FontFile,
  isSvg,
  lettersOf,
  type SvgPicture,
  svgPicture,
  withFonts,
  workspaceInSvg,
} from './picture/svgPicture';

export { type Risk, riskOf } from './risk/riskOf';
export { maskSecrets } from './secrets/maskSecrets';
export { scanSecrets } from './secrets/scanSecrets';

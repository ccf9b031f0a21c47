import { isJsonObject, type Json, type JsonObject } from '#base';
import { below, type ImportReport } from './report';

/**
 * What the reader of plan shapes kept with nodes, under the name of the format, and each of it named (S3).
 *
 * @param format its id
 * @param nodes nodes as JSON, with those inside containers
 * @param pathOf where a node stood
 */
export function keptUnder(
  format: string,
  nodes: readonly Json[],
  report: ImportReport,
  pathOf: (index: number) => string,
): readonly JsonObject[] {
  return nodes.filter(isJsonObject).map((node, index) => {
    const { source, ...rest } = node;
    if (!isJsonObject(source) || Object.keys(source).length === 0) return rest;
    for (const key of Object.keys(source)) {
      if (key === 'id') continue;
      const member = key === '$id' ? 'id' : key;
      report.kept(
        below(pathOf(index), member),
        `${node.id} source.${format}.${key}`,
        key === '$id'
          ? 'Edges name the key of a step, which is its id here.'
          : `There is no counterpart of "${key}".`,
      );
    }
    return { ...rest, source: { [format]: source } };
  });
}

import type { JsonObject } from '#base';
import { FORMAT, VERSION } from '#plan';
import type { ImportOutcome } from './codec';
import type { ImportReport } from './report';

/** A workspace around one plan, for formats that are one plan a file. */
export function workspaceOfPlan(plan: JsonObject, name: string, report: ImportReport): ImportOutcome {
  return report.finish({ format: FORMAT, version: VERSION, id: 'imported', name, plans: [plan] });
}

import {
  type Exporter,
  exportEngine,
  exportOlo,
  exportPlannerPlan,
  exportStateMachine,
  exportSteps,
  exportXState,
  FORMAT_IDS,
  type FormatId,
  type ImportOutcome,
  importEngine,
  importOlo,
  importPlannerPlan,
  importStateMachine,
  importSteps,
  importXState,
} from '#formats';

type Read = (text: string) => ImportOutcome | Promise<ImportOutcome>;

/** Who reads a format (H1 `import --from`). */
const READERS: Partial<Record<FormatId, Read>> = {
  olo: importOlo,
  engine: importEngine,
  'planner-plan': importPlannerPlan,
  steps: importSteps,
  'state-machine': importStateMachine,
  xstate: importXState,
};

/** Who writes one (H1 `export --to`). */
const WRITERS: Partial<Record<FormatId, Exporter>> = {
  olo: exportOlo,
  engine: exportEngine,
  'planner-plan': exportPlannerPlan,
  steps: exportSteps,
  'state-machine': exportStateMachine,
  xstate: exportXState,
};

export const READABLE: readonly FormatId[] = FORMAT_IDS.filter((id) => READERS[id] !== undefined);
export const WRITABLE: readonly FormatId[] = FORMAT_IDS.filter((id) => WRITERS[id] !== undefined);

/** The reader of a format by its name; undefined where there is none. */
export function readerOf(name: string): Read | undefined {
  return isFormat(name) ? READERS[name] : undefined;
}

export function writerOf(name: string): Exporter | undefined {
  return isFormat(name) ? WRITERS[name] : undefined;
}

function isFormat(name: string): name is FormatId {
  return FORMAT_IDS.some((id) => id === name);
}

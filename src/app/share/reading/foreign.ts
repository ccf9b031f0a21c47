import type { FormatId } from '#formats';
import type { Foreign, Received } from './receive';

/** What the formats are called on the screen. */
export const FORMAT_NAMES: Readonly<Record<FormatId, string>> = {
  olo: 'OLO pipelines',
  engine: 'Engine configuration',
  'planner-plan': 'Planner’s plan',
  steps: 'Steps with goals',
  'state-machine': 'State machine plan',
  xstate: 'XState machine',
};

/**
 * Reads a text that is none of our own files. The readers of other formats are loaded when the first such text comes.
 *
 * @param chosen what a person says that it is; else it is recognised
 * @returns null where nobody knows what it is
 */
export async function receiveForeign(
  text: string,
  chosen: FormatId | null,
): Promise<Foreign | Received | null> {
  const formats = await import('#formats');
  const other = formats.refuseOtherTool(text);
  if (other !== null) return { kind: 'refused', diagnostics: [other] };
  const format = chosen ?? formats.recognise(text);
  if (format === null) {
    // What is wrong with JSON is said by the reader of our own files.
    const damage = formats.damageIn(text);
    return damage?.code === 'FORMAT_FOREIGN' ? { kind: 'refused', diagnostics: [damage] } : null;
  }
  const { workspace, ...found } = await readerOf(formats, format)(text);
  if (workspace === null) return { kind: 'refused', diagnostics: found.diagnostics, format };
  const { absentIn, builtInCapabilities } = await import('#capabilities');
  const absent = absentIn(workspace.plans, workspace, builtInCapabilities()).map(({ id }) => id);
  return { kind: 'foreign', format, workspace, ...found, absent };
}

type Formats = typeof import('#formats');

function readerOf(formats: Formats, format: FormatId) {
  switch (format) {
    case 'olo':
      return formats.importOlo;
    case 'engine':
      return formats.importEngine;
    case 'planner-plan':
      return formats.importPlannerPlan;
    case 'steps':
      return formats.importSteps;
    case 'state-machine':
      return formats.importStateMachine;
    case 'xstate':
      return formats.importXState;
  }
}

import { writeLedger } from '#kernel';
import { type ExportFile, ledgerFile, planFile, workspaceFile } from '#share';
import type { Session } from '../state/session';

/** Something that can be taken away as a file. */
export interface ExportChoice {
  readonly title: string;
  readonly summary: string;
  readonly make: (session: Session) => Promise<ExportFile | null>;
}

/** What there is to take away now: the ledger only while a run is shown. */
export function exportChoices({ editor }: Session): readonly ExportChoice[] {
  const { run, open } = editor.scene.getState();
  const choices: ExportChoice[] = [
    {
      title: 'Workspace',
      summary: 'Everything but runs and keys, as .planloom.json.',
      make: async (session) => workspaceFile(session.editor.workspace),
    },
  ];
  if (open !== null) {
    choices.push({
      title: 'This plan',
      summary: `“${open.name ?? open.id}” alone, as JSON.`,
      make: async (session) => planFile(session.editor.workspace, open.id),
    });
  }
  if (run !== null) {
    choices.push({
      title: 'This run',
      summary: `The ledger with its ${run.commits.length} commits, as NDJSON: it replays anywhere.`,
      make: async () => ledgerFile(run.runId, open?.name ?? run.planId, writeLedger(run.commits)),
    });
  }
  return choices;
}

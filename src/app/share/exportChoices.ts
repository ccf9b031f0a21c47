import { type Diagnostic, err, ok, type Result, sizeText } from '#base';
import { FORMATS, textOfExport } from '#formats';
import { type Commit, reduceLedger, writeLedger } from '#kernel';
import type { Theme } from '#picture';
import { type CapabilityPlan, isFileDocument, type Plan, type StateMachinePlan, type Workspace } from '#plan';
import { metadataOf, recordsOf } from '#projection';
import { filesOfCommit, isThisDevice } from '#runtime';
import { type ExportFile, fileStem, ledgerFile, planFile, workspaceFile } from '#share';
import type { Session } from '../state/session';

/** Something that can be taken away as a file. */
export interface ExportChoice {
  readonly title: string;
  readonly summary: string;
  readonly make: (session: Session) => Promise<Result<MadeFile, readonly Diagnostic[]>>;
}

/**
 * What there is to take away now (S2): the ledger only while a run is shown.
 *
 * @param theme of pictures
 */
export function exportChoices({ editor }: Session, theme: Theme): readonly ExportChoice[] {
  const { run, open } = editor.scene.getState();
  const files = filesLeftOut(editor.workspace);
  const workspace: ExportChoice = {
    title: 'Workspace',
    summary:
      files.length === 0
        ? 'Everything but runs and keys, as .planloom.json.'
        : `Everything but runs, keys and files, as .planloom.json. Left out: ${files.join(', ')}.`,
    make: async (session) => ok(workspaceFile(session.editor.workspace)),
  };
  const choices = [workspace];
  if (files.length > 0) {
    choices.push({
      title: 'Workspace with files',
      summary: `The workspace and ${files.join(', ')}, as a ZIP that opens here and on the command line.`,
      make: async (session) => (await import('./archives')).archiveOf(session),
    });
  }
  if (open !== null) {
    choices.push({
      title: 'This plan',
      summary: `“${open.name ?? open.id}” alone, as JSON.`,
      make: async (session) => {
        const file = planFile(session.editor.workspace, open.id);
        return file === null ? err([]) : ok(file);
      },
    });
  }
  if (run !== null) {
    choices.push({
      title: 'This run',
      summary: `The ledger with its ${run.commits.length} commits, as NDJSON: it replays anywhere.`,
      make: async () => ok(ledgerFile(run.runId, open?.name ?? run.planId, writeLedger(run.commits))),
    });
    if (run.commits.some((commit) => filesOfCommit(commit).length > 0)) {
      choices.push({
        title: 'This run with its tables',
        summary:
          'The ledger and the tables and files that it names, as a ZIP that opens here and on the command line.',
        make: async (session) =>
          (await import('./archives')).archiveOfRun(session, run.commits, `${fileStem(run.runId)}.zip`),
      });
    }
    choices.push({
      title: 'Records of this run',
      summary:
        'Its rows for tables elsewhere, as JSON: the run, each attempt of a node, what it was started with.',
      make: async () => {
        const text = `${JSON.stringify(recordsOf(run.live), null, 2)}\n`;
        return ok({ name: `${run.runId}.records.json`, type: 'application/json', text });
      },
    });
    choices.push({
      title: 'Metadata of this run',
      summary: 'Its plan as executed, what each step came to, and a summary, as JSON.',
      make: async () => {
        const text = `${JSON.stringify(metadataOf(run.live), null, 2)}\n`;
        return ok({ name: `${run.runId}.metadata.json`, type: 'application/json', text });
      },
    });
  }
  if (run !== null) choices.push(...reducedChoices(run.commits, `${open?.name ?? run.planId}-${run.runId}`));
  if (open === null) return choices;
  choices.push(...pictureChoices(open, theme));
  const compiled = open.kind === 'capability' ? compiledChoices(open) : [machineModule(open)];
  return [...choices, ...compiled, ...foreignChoices(open)];
}

/** S2: less of a run than its ledger tells, to hand on. */
function reducedChoices(commits: readonly Commit[], stem: string): readonly ExportChoice[] {
  const reduced = (detail: 'plan' | 'outputs'): ExportChoice['make'] => {
    return async () => {
      const text = writeLedger(reduceLedger(commits, detail));
      return ok({ name: `${fileStem(`${stem}-${detail}`)}.ndjson`, type: 'application/x-ndjson', text });
    };
  };
  return [
    {
      title: 'Run with outputs',
      summary: 'Its ledger without inputs, prompts and raw replies: for reading only, it cannot be replayed.',
      make: reduced('outputs'),
    },
    {
      title: 'Run, plan only',
      summary: 'Its ledger with what ran, when and how it ended, and no values.',
      make: reduced('plan'),
    },
  ];
}

/** S2: pictures that hold the workspace. */
function pictureChoices(plan: Plan, theme: Theme): readonly ExportChoice[] {
  const summary = 'What the canvas shows, with the workspace inside: drop it on the canvas to open it.';
  return [
    {
      title: 'Picture (SVG)',
      summary,
      make: async (session) => ok(await (await import('./pictures')).svgFile(plan, session, theme)),
    },
    {
      title: 'Picture (PNG)',
      summary,
      make: async (session) => (await import('./pictures')).pngFile(plan, session, theme),
    },
  ];
}

/** The formats of other systems that can hold a plan of this kind; their writers are loaded when first asked for. */
function foreignChoices(plan: Plan): readonly ExportChoice[] {
  const stem = fileStem(plan.name ?? plan.id);
  return FORMATS.filter(({ holds }) => holds.includes(plan.kind)).map(({ id, title, write }) => ({
    title,
    summary: 'This plan for another system; what that has no words for is named.',
    make: async (session) => {
      const written = await write(plan, session.editor.workspace);
      if (!written.ok) return err([written.problem]);
      const { lines, leftOut } = written.value;
      const [ending, type] = lines ? ['ndjson', 'application/x-ndjson'] : ['json', 'application/json'];
      const text = textOfExport(written.value);
      return ok({ name: `${stem}.${id}.${ending}`, type, text, leftOut });
    },
  }));
}

/** C3: the author's machine with its own events. */
function machineModule(plan: StateMachinePlan): ExportChoice {
  return {
    title: 'TypeScript',
    summary: 'A module that runs with xstate alone; conditions and what is called are parameters.',
    make: async ({ editor }) => {
      const written = (await import('./machineModule')).exportMachineModule(plan, editor.workspace);
      if (!written.ok) return err([written.problem]);
      const { text, leftOut } = written.value;
      return ok({ name: `${fileStem(plan.name ?? plan.id)}.ts`, type: 'text/plain', text, leftOut });
    },
  };
}

/** What a plan is compiled to (C3): for other programs. */
function compiledChoices(plan: CapabilityPlan): readonly ExportChoice[] {
  const stem = fileStem(plan.name ?? plan.id);
  return [
    {
      title: 'Machine',
      summary: 'The compiled machines of this plan, as XState JSON.',
      make: async () => {
        const { compile, toXStateJson } = await import('#compile');
        const compiled = compile(plan);
        if (!compiled.ok) return compiled;
        const text = `${JSON.stringify(toXStateJson(compiled.value), null, 2)}\n`;
        return ok({ name: `${stem}.xstate.json`, type: 'application/json', text });
      },
    },
    {
      title: 'TypeScript',
      summary: 'A module that runs with xstate alone; what calls something is a parameter.',
      make: async ({ editor }) => {
        const { compile, toTypeScript } = await import('#compile');
        const compiled = compile(plan);
        if (!compiled.ok) return compiled;
        const { text, leftOut } = await toTypeScript(plan, editor.workspace);
        return ok({ name: `${stem}.ts`, type: 'text/plain', text, leftOut });
      },
    },
    {
      title: 'Diagram',
      summary: 'The compiled machines of this plan, as Mermaid text.',
      make: async () => {
        const { compile, toMermaid } = await import('#compile');
        const compiled = compile(plan);
        if (!compiled.ok) return compiled;
        return ok({ name: `${stem}.mmd`, type: 'text/plain', text: toMermaid(compiled.value) });
      },
    },
  ];
}

/** A file, and what of the plan its format has no words for (S3). */
export interface MadeFile extends ExportFile {
  /** What is saved where that is no text. */
  readonly content?: Blob;
  /** What is looked through for secrets where that is more than the text (S4). */
  readonly scanned?: string;
  readonly leftOut?: readonly Diagnostic[];
}

/** The files that documents of a workspace name, each once, with its size: what a link or a text cannot carry (W8). */
export function filesLeftOut({ documents }: Workspace): readonly string[] {
  const files = new Map(documents.filter(isFileDocument).map(({ file }) => [file.hash, file]));
  return [...files.values()].map(({ name, bytes }) => `${name} (${sizeText(bytes)})`);
}

/**
 * S1: who can open a link that is made here. The plan is in the link, and the app comes from where the page came from: whoever
 * does not reach that host opens nothing.
 *
 * @param page where the page came from
 * @example whoOpens(location) // 'Anybody who has the link can open it: …'
 */
export function whoOpens({ host, hostname }: Pick<Location, 'host' | 'hostname'>): string {
  if (isThisDevice(`http://${host}`))
    return `The link leads to ${host}, which is this device: elsewhere it opens nothing. Share a file with people on other devices.`;
  if (isLocal(hostname))
    return `The link leads to ${host}, in your own network: it opens for those who reach that device. Share a file with all others.`;
  return `Anybody who has the link can open it: it leads to ${host}, which hands out the app and does not learn what the link holds.`;
}

/** Private and link-local addresses, names without a dot, and the endings that no public name has. */
function isLocal(hostname: string): boolean {
  return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d+){2,3}$|^\[f[cd][0-9a-f]{2}:|^\[fe[89ab][0-9a-f]:|^[^.[]+$|\.(?:local|lan|internal|home\.arpa|test)$/.test(
    hostname,
  );
}

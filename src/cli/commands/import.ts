import { type Diagnostic, escapeControlsInJson } from '#base';
import { damageIn, FORMAT_IDS, formatOf, recognise, refuseOtherTool } from '#formats';
import { read, write } from '#plan';
import { recogniseFile } from '#share';
import { type Command, usage } from '../command';
import { readText } from '../host/readFiles';
import { EXIT, Refusal } from '../outcome';

export const importFile: Command = {
  name: 'import',
  files: ['FILE'],
  about:
    'Reads a file of another system and prints it as a workspace. What was understood otherwise, and what is kept without\na counterpart, is said as diagnostics, one JSON line on stderr.',
  options: {
    from: {
      type: 'string',
      value: 'FORMAT',
      about: `The system that it comes from: ${FORMAT_IDS.join(', ')}. Recognised where it is left out.`,
    },
  },
  examples: ['import machine.json --from xstate > plan.planloom.json', 'import pipeline.json'],
  run: async (given, { say }) => {
    const text = await readText(given.files[0] ?? '');
    const other = refuseOtherTool(text);
    if (other !== null) throw new Refusal([other], {}, given.files[0]);
    const id = given.text('from') ?? recognise(text);
    if (id === null) throw unrecognised(text, given.files[0]);
    const format = formatOf(id);
    if (format === undefined)
      throw usage(importFile, `"${id}" is not a format of --from: choose one of ${FORMAT_IDS.join(', ')}.`);
    const { workspace, diagnostics } = await format.read(text);
    say(JSON.stringify(inOrder(diagnostics)));
    if (workspace === null) return { exit: EXIT.refused, result: { ok: false, diagnostics } };
    return { exit: EXIT.done, text: escapeControlsInJson(write(workspace)) };
  },
};

/** What a file is that is of no other system, as far as that can be told. */
function unrecognised(text: string, file: string | undefined): Refusal {
  if (text.trim() === '') return usage(importFile, 'The file is empty.', 'Name one that holds a plan.');
  const kind = recogniseFile(text);
  if (kind === 'ledger')
    return usage(
      importFile,
      'The file is the ledger of a run.',
      'Read it with replay, records or export --to ledger.',
    );
  if (kind === 'plan' || read(text).kind === 'document')
    return usage(
      importFile,
      'The file is one of Planloom itself.',
      'It needs no import: run or validate it.',
    );
  const damage = damageIn(text);
  if (damage !== null) return new Refusal([damage], {}, file);
  const formats = `--from ${FORMAT_IDS.join('|')}`;
  return usage(importFile, 'The format of this file is not recognised.', `Say it with ${formats}.`);
}

const WEIGHTS = { error: 0, warning: 1, info: 2 } as const;

/** What matters most comes first. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((one, other) => WEIGHTS[one.severity] - WEIGHTS[other.severity]);
}

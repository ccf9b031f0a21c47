import type { Diagnostic } from '#base';
import { recognise } from '#formats';
import { write } from '#plan';
import { type Command, usage } from '../command';
import { READABLE, readerOf } from '../formats';
import { readText } from '../host/readFiles';
import { EXIT } from '../outcome';

export const importFile: Command = {
  name: 'import',
  files: ['FILE'],
  about:
    'Reads a file of another system and prints it as a workspace. What was understood otherwise, and what is kept without\na counterpart, is said as diagnostics, one JSON line on stderr.',
  options: {
    from: {
      type: 'string',
      value: 'FORMAT',
      about: `${READABLE.join(', ')}; recognised where it is left out`,
    },
  },
  run: async (given, { say }) => {
    const text = await readText(given.files[0] ?? '');
    const format = given.text('from') ?? recognise(text);
    if (format === null)
      throw usage(importFile, 'The format of this file is not recognised: say it with --from.');
    const read = readerOf(format);
    if (read === undefined)
      throw usage(importFile, `"${format}" is no format of --from: choose one of ${READABLE.join(', ')}.`);
    const { workspace, diagnostics } = await read(text);
    say(JSON.stringify(inOrder(diagnostics)));
    if (workspace === null) return { exit: EXIT.refused, result: { ok: false, diagnostics } };
    return { exit: EXIT.done, text: write(workspace) };
  },
};

const WEIGHTS = { error: 0, warning: 1, info: 2 } as const;

/** What matters most comes first. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((one, other) => WEIGHTS[one.severity] - WEIGHTS[other.severity]);
}

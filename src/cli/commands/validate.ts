import { hasErrors } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import { check, read, workspaceHash } from '#plan';
import { catalogueOf } from '#runtime';
import type { Command } from '../command';
import { readPackedText } from '../host/readFiles';
import { EXIT, lineOf } from '../outcome';

export const validate: Command = {
  name: 'validate',
  files: ['FILE'],
  about:
    'Reads a workspace and checks all its plans: {ok, diagnostics, hash}. The hash is what --trust takes.\nExit code 0 where nothing keeps it from running, else 2.',
  options: {},
  examples: ['validate plan.planloom.json'],
  run: async ({ files: [file = ''] }, { say }) => {
    const outcome = read(await readPackedText(file));
    const found =
      outcome.kind === 'document'
        ? check(
            outcome.workspace,
            catalogueOf(outcome.workspace, withMade(builtInCapabilities(), outcome.workspace)),
          )
        : [];
    const diagnostics = [...outcome.diagnostics, ...found];
    const ok = outcome.kind === 'document' && !hasErrors(diagnostics);
    for (const diagnostic of diagnostics) say(lineOf(diagnostic, file));
    const hash = outcome.kind === 'document' ? workspaceHash(outcome.workspace) : null;
    return { exit: ok ? EXIT.done : EXIT.refused, result: { ok, diagnostics, hash } };
  },
};

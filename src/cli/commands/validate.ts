import { type Diagnostic, hasErrors } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import { check, type ReadOutcome, read, soundParts, type Workspace, workspaceHash } from '#plan';
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
    const text = await readPackedText(file);
    const outcome = read(text);
    const diagnostics = [...outcome.diagnostics, ...problemsIn(outcome, text)];
    const ok = outcome.kind === 'document' && !hasErrors(diagnostics);
    for (const diagnostic of diagnostics) say(lineOf(diagnostic, file));
    const hash = outcome.kind === 'document' ? workspaceHash(outcome.workspace) : null;
    return { exit: ok ? EXIT.done : EXIT.refused, result: { ok, diagnostics, hash } };
  },
};

/** What is wrong with the plans; where the document is misshapen, with those parts that are not (W3). */
function problemsIn(outcome: ReadOutcome, text: string): readonly Diagnostic[] {
  if (outcome.kind === 'document') return checkAll(outcome.workspace);
  const sound = outcome.kind === 'refused' ? soundParts(text) : null;
  return sound === null ? [] : checkAll(sound.workspace).filter(sound.isOfRest);
}

function checkAll(workspace: Workspace): readonly Diagnostic[] {
  return check(workspace, catalogueOf(workspace, withMade(builtInCapabilities(), workspace)));
}

import { builtInCapabilities, withMade } from '#capabilities';
import type { Catalogue } from '#plan';
import { catalogueOf } from '#runtime';
import type { Command } from '../command';
import { readWorkspace } from '../host/readFiles';
import { done } from '../outcome';

export const capabilities: Command = {
  name: 'capabilities',
  files: ['FILE'],
  required: 0,
  about: 'Lists what plans can call here, as a catalogue; with a workspace, what it brings along as well.',
  options: {},
  examples: ['capabilities', 'capabilities plan.planloom.json'],
  run: async ({ files: [file] }) => {
    const catalogue = await catalogueWith(file);
    return done([...catalogue.values()].sort((one, other) => (one.id < other.id ? -1 : 1)));
  },
};

async function catalogueWith(file: string | undefined): Promise<Catalogue> {
  const builtIn = builtInCapabilities();
  if (file === undefined) return builtIn.catalogue;
  const workspace = await readWorkspace(file);
  return catalogueOf(workspace, withMade(builtIn, workspace));
}

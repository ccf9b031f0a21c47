import { builtInCapabilities } from '#capabilities';
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
  run: async ({ files: [file] }) => {
    const builtIn = builtInCapabilities();
    const catalogue =
      file === undefined ? builtIn.catalogue : catalogueOf(await readWorkspace(file), builtIn);
    return done([...catalogue.values()].sort((one, other) => (one.id < other.id ? -1 : 1)));
  },
};

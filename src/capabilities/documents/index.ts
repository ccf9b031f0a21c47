import type { Capability } from '#runtime';
import { answer } from './answer';
import { compare } from './compare';
import { read } from './read';
import { search } from './search';

export const documentCapabilities: readonly Capability[] = [search, read, compare, answer];

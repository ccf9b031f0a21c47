import type { Prompt } from '#plan';
import { OBJECT_PROMPT, STREAM_PROMPT } from './builtIn';
import { MACHINE_PROMPT } from './machinePrompt';

/** The built-in prompts as documents, so that a person can copy and change them (P13). */
export const BUILT_IN_PROMPTS: readonly Prompt[] = [OBJECT_PROMPT, STREAM_PROMPT, MACHINE_PROMPT].map(
  ({ id, version, system, user }) => ({ id, version, text: `${system}\n\n${user}` }),
);

import { promptFor } from '#planner';
import { measuredState, PROMPT_FLAVOURS, sizeOfPrompt } from '../../planner/promptSizes';
import { type BenchLine, medianUs, rounded, type Suite } from '../bench';

/** Tools of a narrow planner, of all built-in tables and texts, and of a host that brings its own. */
const SIZES = [5, 28, 200];

/** How large the built-in prompts are (P3, P13), and what it takes to render them. */
export const PROMPTS: Suite = {
  name: 'prompts',
  async run() {
    const lines: BenchLine[] = [];
    for (const flavour of PROMPT_FLAVOURS)
      for (const n of SIZES) {
        const state = measuredState(n);
        const { prompt, bound, unbound, shown, leftOut } = sizeOfPrompt(flavour, state);
        const us = await medianUs(9, () => promptFor({ flavour, prompt: null, repair: null }, state, []));
        lines.push({
          name: `prompt, ${n} tools`,
          engine: prompt.replace('planner-', ''),
          n,
          usPerStep: rounded(us),
          tokens: unbound,
          tokensBound: bound,
          shown,
          leftOut,
        });
      }
    return lines;
  },
};

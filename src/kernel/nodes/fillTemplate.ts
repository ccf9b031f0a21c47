import { err, ok } from '#base';
import { fillTextIn } from '../variables';
import { type Behaviour, pure } from './behaviour';

/** FILL_TEMPLATE: its result is the text (R21), whatever its one hole holds (V3). */
export const fillTemplate: Behaviour<'FILL_TEMPLATE'> = {
  start: pure<'FILL_TEMPLATE'>((draft, frame, node) => {
    const { template, prompt } = node.params;
    const text = template ?? draft.start.closure.prompts.find(({ id }) => id === prompt)?.text;
    if (text === undefined) {
      return err({
        code: 'PROMPT_UNKNOWN',
        message: prompt === undefined ? 'There is no template to fill.' : `There is no prompt "${prompt}".`,
        help: 'Give the node a template, or choose a prompt of the workspace.',
      });
    }
    const filled = fillTextIn(draft, frame, text);
    return filled.ok ? ok({ ports: ['out'], result: filled.value }) : filled;
  }),
};

import { describe, expect, it } from 'vitest';
import type { Prompt } from '#plan';
import { promptOf } from '../../../src/app/library/PromptDialog';
import { workspace } from '../../notation/plan';

const KEPT: Prompt = { id: 'careful', name: 'Careful', version: 2, text: 'Plan {{ goal }}.' };
const here = { ...workspace('a: TRANSFORM "1"'), prompts: [KEPT] };

describe('P13 prompts are versioned documents of the workspace', () => {
  it('another text is the next version, another name is not', () => {
    expect(promptOf(KEPT, { name: 'Careful', text: 'Plan {{ goal }} well.' }, here).version).toBe(3);
    expect(promptOf(KEPT, { name: 'Cautious', text: KEPT.text }, here)).toEqual({
      ...KEPT,
      name: 'Cautious',
    });
  });

  it('a new one gets an id from its name that is free', () => {
    expect(promptOf(null, { name: 'Careful', text: 'x' }, here)).toEqual({
      ...{ id: 'careful-2', name: 'Careful', version: 1, text: 'x' },
    });
    expect(promptOf(null, { name: '  ', text: 'x' }, here)).toMatchObject({ id: 'prompt', name: 'Prompt' });
  });
});

import { z } from '../zod';

const text = z.string().meta({ title: 'Text', format: 'multiline' });

/** Input `{text}`. */
export const textField = z.strictObject({ text });

/** Output `{text}`. */
export const textResult = z.object({ text: z.string() });

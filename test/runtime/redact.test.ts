import { describe, expect, it } from 'vitest';
import { redactor } from '#runtime';
import { redactFact } from '../../src/runtime/redact';
import { plan } from '../notation/plan';
import { startOf } from '../notation/run';

const SECRET = 'sk-canary/7f3a+9c21';
const bytes = Buffer.from(SECRET);

describe('cases A11 and H6 known secrets are masked by value before anything is written', () => {
  it.each([
    ['plain', SECRET],
    ['base64', bytes.toString('base64')],
    ['base64url', bytes.toString('base64url')],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['hexadecimal', bytes.toString('hex')],
    ['capital hexadecimal', bytes.toString('hex').toUpperCase()],
  ])('%s', (_title, form) => {
    const value = { deep: [{ text: `before ${form} after` }], [`key ${form}`]: 1 };
    const clean = JSON.stringify(redactor([SECRET])(value));
    expect(clean).not.toContain(form.replace(/=+$/, ''));
    expect(clean).toContain('before [redacted]');
  });

  it('a value without secrets comes back as it is', () => {
    const value = { a: [1, 'two', null] };
    expect(redactor([SECRET])(value)).toBe(value);
  });

  it('D10 pins of a run are looked through', () => {
    const reuse = { pins: [{ node: 'a', output: { said: `before ${SECRET}` } }] };
    const written = redactFact({ ...startOf(plan('a: CAPABILITY echo')), reuse }, [SECRET]);
    expect(written).toMatchObject({
      reuse: { pins: [{ node: 'a', output: { said: 'before [redacted]' } }] },
    });
  });

  it('short texts are no secrets', () => {
    expect(redactor(['none', ''])('none of this')).toBe('none of this');
  });
});

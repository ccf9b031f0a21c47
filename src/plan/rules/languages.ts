import { type Diagnostic, err, ok, type Result } from '#base';
import { compileExpression } from '../expressions/expression';
import { checkJsonata } from '../expressions/jsonata';
import { NO_REFERENCES, type References } from '../expressions/references';
import { compileTemplate } from '../expressions/template';
import type { LanguageText } from './texts';

/**
 * Reads a text in its language.
 *
 * @returns what it refers to, or its problems, whose `field` is relative to the text
 */
export function readText(text: LanguageText): Result<References, readonly Diagnostic[]> {
  if (text.kind === 'jsonata') {
    // JSONata reads the variables as fields, of which a query may name any; nothing is undeclared there.
    const wrong = checkJsonata(String(text.value));
    return wrong ? err([wrong]) : ok(NO_REFERENCES);
  }
  if (text.kind === 'template') {
    const template = compileTemplate(text.value);
    return template.ok ? ok(template.value.references) : template;
  }
  const expression = compileExpression(String(text.value));
  return expression.ok ? ok(expression.value.references) : err([expression.problem]);
}

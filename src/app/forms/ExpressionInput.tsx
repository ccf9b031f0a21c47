import { useMemo } from 'react';
import type { Json, JsonObject } from '#base';
import { compileExpression, compileTemplate, evaluate, fill } from '#plan';
import { shortValue } from '#projection';
import { CodeInput, type CodeInputProps } from './CodeField';
import { completionsAt, type ExpressionLanguage } from './completion';
import styles from './ExpressionInput.module.css';
import { useExpressionScope } from './form';

interface ExpressionInputProps extends Omit<CodeInputProps, 'complete' | 'below'> {
  readonly language: ExpressionLanguage;
}

/** An expression or a template: completes the variables there are, and shows its value in the shown run (E5). */
export function ExpressionInput({ language, ...rest }: ExpressionInputProps) {
  const scope = useExpressionScope();
  return (
    <div className={styles.wrap}>
      <CodeInput
        {...rest}
        language={language}
        complete={(text, caret, asked) => completionsAt(text, caret, language, scope, asked)}
        below={(text) => <RunValue language={language} source={text} values={scope.values} />}
      />
    </div>
  );
}

interface RunValueProps {
  readonly language: ExpressionLanguage;
  readonly source: string;
  readonly values: JsonObject | null;
}

/** What the expression is worth in the run that is shown, at its position. */
function RunValue({ language, source, values }: RunValueProps) {
  const value = useMemo(
    () => (values === null ? undefined : worthOf(language, source, values)),
    [language, source, values],
  );
  if (value === undefined) return null;
  return (
    <p className={styles.value}>
      = <span>{shortValue(value)}</span>
    </p>
  );
}

/** Undefined where there is nothing to show: no expression, an error, or JSONata, whose evaluation takes a worker. */
function worthOf(language: ExpressionLanguage, source: string, values: JsonObject): Json | undefined {
  if (source.trim() === '' || language === 'jsonata') return undefined;
  if (language === 'cel') {
    const compiled = compileExpression(source);
    const result = compiled.ok ? evaluate(compiled.value, values) : null;
    return result?.ok ? result.value : undefined;
  }
  if (!source.includes('{{')) return undefined;
  const compiled = compileTemplate(source);
  const result = compiled.ok ? fill(compiled.value, values) : null;
  return result?.ok ? result.value : undefined;
}

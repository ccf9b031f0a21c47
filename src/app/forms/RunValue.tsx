import type { JsonObject } from '#base';
import type { ExpressionLanguage } from './completion';

interface Props {
  readonly language: ExpressionLanguage;
  readonly source: string;
  readonly values: JsonObject | null;
}

/** What the expression is worth in the run that is shown, at its position. */
export function RunValue(_props: Props) {
  return null;
}

import { type ComponentType, createContext, useContext } from 'react';
import type { Diagnostic, Json, JsonObject, JsonPath } from '#base';
import type { Shape } from '#plan';
import type { FieldIds } from '../ui/Field';
import type { Refusal } from './formProblems';
import type { SchemaField } from './schema';

/** How a form's strings are read. */
export type FormMode =
  /** Values as they are: parameters, answers, inputs of a run. */
  | 'literal'
  /** Any value may be a template with `{{ expressions }}` (V3). */
  | 'template';

/** Where a value lies in the object that a form edits. */
export type Path = JsonPath;

/**
 * Puts a value at a place, or takes away what is there (undefined). A change names its place and never carries the
 * object around it, so that two fields that rest at the same moment do not undo one another.
 */
export type Change = (path: Path, value: Json | undefined) => Refusal;

export interface SchemaFormProps {
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly mode: FormMode;
  readonly disabled?: boolean | undefined;
  /** The fields to show, in this order; all, in the schema's order, when left out. */
  readonly only?: readonly string[];
  /** Controls of fields for which the schema alone makes no good one. */
  readonly controls?: Readonly<Record<string, Control>> | undefined;
  /** Choices that are part of the language and are not run yet, by field. */
  readonly later?: Readonly<Record<string, ReadonlySet<string>>> | undefined;
  /** Fields stand beside one another where there is room. */
  readonly inLine?: boolean;
  /** Objects inside have no frame of their own. */
  readonly flat?: boolean;
  /** What is wrong with the value; `where.field` points into it (RFC 6901). */
  readonly problems?: readonly Diagnostic[] | undefined;
  readonly onChange: Change;
}

export interface ControlProps {
  readonly ids: FieldIds & { readonly disabled: boolean; readonly required: boolean };
  readonly field: SchemaField;
  readonly value: Json | undefined;
  /** Choices of the field that are not run yet. */
  readonly later: ReadonlySet<string>;
  readonly onChange: (value: Json | undefined) => Refusal;
}

/** What edits one value: a choice, a number, a text, an expression. */
export type Control = ComponentType<ControlProps>;

/** What an expression may name, and what those names hold in the run that is shown. */
export interface ExpressionScope {
  readonly variables: readonly string[];
  /** Names and values of the shown run at its position; null while no run is shown. */
  readonly values: JsonObject | null;
  /** What schemas say of them. */
  readonly shapes?: ReadonlyMap<string, Shape>;
}

const EMPTY: ExpressionScope = { variables: [], values: null };

export const ExpressionScopeContext = createContext<ExpressionScope>(EMPTY);

export function useExpressionScope(): ExpressionScope {
  return useContext(ExpressionScopeContext);
}

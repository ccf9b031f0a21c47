import type { ComponentType } from 'react';
import type { Json } from '#base';
import type { FieldIds } from '../ui/Field';
import type { Refusal } from './refusal';
import type { SchemaField } from './schema';

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

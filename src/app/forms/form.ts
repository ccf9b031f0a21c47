import type { ComponentType } from 'react';
import type { JsonObject } from '#base';

/** How a form's strings are read. */
export type FormMode =
  /** Values as they are: parameters, answers, inputs of a run. */
  | 'literal'
  /** Any value may be a template with `{{ expressions }}` (V3). */
  | 'template';

export interface SchemaFormProps {
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly mode: FormMode;
  readonly disabled?: boolean | undefined;
  /** Fields that something else edits. */
  readonly omit?: readonly string[];
  /** Names of fields whose strings are templates even in a literal form. */
  readonly templates?: readonly string[];
  readonly problemOf?: ((name: string) => string | undefined) | undefined;
  readonly onChange: (value: JsonObject) => void;
}

/** A form that its own fields are given, for the objects and rows inside them: forms nest, their files do not. */
export type NestedForm = ComponentType<SchemaFormProps>;

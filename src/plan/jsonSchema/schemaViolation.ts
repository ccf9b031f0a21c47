/** One way in which a value violates a JSON Schema. */
export interface SchemaViolation {
  /** JSON Pointer (RFC 6901) into the value; empty for the whole. */
  readonly path: string;
  readonly message: string;
  /** The keyword of the schema that is violated; `false` where nothing is allowed, empty for the schema itself. */
  readonly keyword: string;
}

/** The result of a validation: the value, or a list of faults, each with its location. */
export type ValidationResult<Value> = { readonly value: Value } | { readonly faults: readonly string[] };

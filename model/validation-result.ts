export type ValidationResult<Value> = { readonly value: Value } | { readonly faults: readonly string[] };

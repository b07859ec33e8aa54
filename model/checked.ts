/** A value that was checked, or what is wrong with it, each fault with its place. */
export type Checked<Value> = { readonly value: Value } | { readonly faults: readonly string[] };

/** Stands in the built page wherever the nonce of its policy belongs; the server puts a fresh one in for every visit. */
export const noncePlaceholder = '%NONCE%';

/** Stands in the built page where the runtime configuration belongs. */
export const runtimeConfigPlaceholder = '%RUNTIME_CONFIG%';

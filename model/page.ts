/** Stands in the built page wherever the nonce of its policy belongs; the server puts a fresh one in for every visit. */
export const noncePlaceholder = '%NONCE%';

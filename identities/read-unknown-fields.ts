/** Returns {} for anything but an object. The fields are untrusted and still have to be checked. */
export const readUnknownFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

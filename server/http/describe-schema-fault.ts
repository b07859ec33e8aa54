/** What is wrong with a value, with what it might have been: where only some names are taken, they are told. */
export function describeSchemaFault({
  message,
  params,
}: {
  readonly message: string;
  readonly params?: unknown;
}): string {
  const { allowedValues, allowedValue } = (params ?? {}) as {
    allowedValues?: readonly unknown[];
    allowedValue?: unknown;
  };
  if (allowedValues) return `must be one of ${allowedValues.map(String).join(', ')}`;
  return allowedValue === undefined ? message : `must be ${JSON.stringify(allowedValue)}`;
}

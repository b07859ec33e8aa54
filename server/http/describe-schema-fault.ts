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

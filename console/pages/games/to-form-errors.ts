/** Paths of the server's messages, such as `/Config/StorePage/Title/en`, as forms name their fields. */
export const toFormErrors = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, said]) => [path.slice(1).replaceAll('/', '.'), said]));

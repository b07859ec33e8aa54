// The schema of a form in which secrets can only be written.
import type { FormSchema } from '#console/ui/form-schema.ts';

interface Secrets {
  /** Paths such as `/Xsolla/ApiKey`. */
  readonly all: readonly string[];
  /** Those that have a value. */
  readonly set: readonly string[];
  /** Says that a secret has a value, which stays if the field is left empty. */
  readonly note: string;
}

/** A secret that has a value is not required: empty, it stays as it is. */
export function markSecrets(schema: FormSchema, secrets: Secrets, path = ''): FormSchema {
  const { properties, required = [] } = schema;
  if (!properties) return schema;
  const isSet = (name: string): boolean => secrets.set.includes(`${path}/${name}`);
  return {
    ...schema,
    required: required.filter((name) => !isSet(name)),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const own = `${path}/${name}`;
        if (!secrets.all.includes(own) && !isSet(name)) return [name, markSecrets(property, secrets, own)];
        return [name, { ...property, writeOnly: true, ...(isSet(name) && { note: secrets.note }) }];
      }),
    ),
  };
}

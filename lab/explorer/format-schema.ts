// Writes a schema as a short TypeScript type, for one line of a card.
import type { TSchema } from 'typebox';

interface Known {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

export function formatSchema(schema: TSchema): string {
  const known: Known = schema;
  if (known.const !== undefined) return JSON.stringify(known.const);
  if (known.enum) return known.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (known.anyOf) return known.anyOf.map(formatSchema).join(' | ');
  if (known.items)
    return /[|]/.test(formatSchema(known.items))
      ? `(${formatSchema(known.items)})[]`
      : `${formatSchema(known.items)}[]`;
  const [anyName] = Object.values(known.patternProperties ?? {});
  if (anyName) return `{ [name]: ${formatSchema(anyName)} }`;
  if (known.properties) return writeObject(known.properties, known.required ?? []);
  return known.type ?? 'any';
}

function writeObject(properties: Readonly<Record<string, TSchema>>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${formatSchema(schema)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`;
}

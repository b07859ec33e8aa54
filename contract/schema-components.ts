// The components of an OpenAPI document: every object schema once, by name. A schema that is not exported is named
// after the one place that uses it, such as `StoreCreateOrderRequestBuyer`.
import type { TSchema } from 'typebox';
import { toPascalCase } from '#model/to-pascal-case.ts';
import { schemaKey, listSchemaNames } from './schema-names.ts';

export interface SchemaComponents {
  place(schema: TSchema, placeName: string): object;
  all(): Record<string, object>;
}

export function createSchemaComponents(): SchemaComponents {
  const names = listSchemaNames();
  const components = new Map<string, { readonly key: object; readonly schema: object }>();
  const isPlaced = new Set<object>();

  const refer = (schema: object, key: object, placeName: string): object => {
    const known = names.get(key);
    if (known === undefined && isPlaced.has(key))
      throw new Error(`A schema of ${placeName} stands in another place as well. Export it under a name of its own.`);
    isPlaced.add(key);
    const name = known ?? placeName;
    const before = components.get(name);
    if (before && before.key !== key) throw new Error(`Two schemas are called ${name}. Rename one of them.`);
    if (!before) {
      // The name is registered before the parts are added, because the parts have names too.
      const component = { key, schema: {} };
      components.set(name, component);
      Object.assign(component.schema, placeParts(schema, name));
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  const place = (schema: object, placeName: string): object => {
    const key = schemaKey(schema);
    // An unnamed enum is written inline, because that is shorter than a reference.
    const isNamed = key !== undefined && (!Array.isArray(key) || names.has(key));
    return isNamed ? refer(schema, key, placeName) : placeParts(schema, placeName);
  };

  const placeParts = (schema: object, placeName: string): object => {
    const { properties, patternProperties, items, anyOf } = schema as JsonSchema;
    return {
      ...schema,
      ...(properties && { properties: placeEach(properties, (name) => placeName + toPascalCase(name)) }),
      ...(patternProperties && { patternProperties: placeEach(patternProperties, () => `${placeName}Entry`) }),
      ...(items && { items: place(items, `${placeName}Item`) }),
      ...(anyOf && { anyOf: anyOf.map((option) => place(option, placeName + optionName(option))) }),
    };
  };

  const placeEach = (schemas: Record<string, object>, nameOf: (key: string) => string): Record<string, object> =>
    Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, place(schema, nameOf(key))]));

  return {
    place,
    all: () =>
      Object.fromEntries(
        [...components].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
      ),
  };
}

interface JsonSchema {
  readonly properties?: Record<string, object>;
  readonly patternProperties?: Record<string, object>;
  readonly items?: object;
  readonly anyOf?: readonly object[];
}

/** A union's option is named after its first constant text. */
function optionName(option: object): string {
  const { properties = {} } = option as { properties?: Record<string, { const?: unknown }> };
  const word = Object.values(properties).find((property) => typeof property.const === 'string')?.const;
  return typeof word === 'string' ? toPascalCase(word) : 'Option';
}

// Prints a schema in TypeScript notation for people to read.
import type { TSchema } from 'typebox';

interface JsonSchema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  patternProperties?: Readonly<Record<string, JsonSchema>>;
}

export const formatSchema = (schema: TSchema): string => textOf(schema, '');

function textOf(schema: JsonSchema, indent: string): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((option) => textOf(option, indent)).join(' | ');
  if (schema.items) return arrayText(textOf(schema.items, indent));
  if (schema.patternProperties) {
    return `Record<string, ${Object.values(schema.patternProperties)
      .map((value) => textOf(value, indent))
      .join(' | ')}>`;
  }
  if (schema.properties) return objectText(schema, indent);
  return schema.type === 'integer' ? 'integer' : (schema.type ?? 'unknown');
}

const arrayText = (item: string): string => (/[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`);

function objectText(schema: JsonSchema, indent: string): string {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return '{}';
  const deeper = `${indent}  `;
  const lines = entries.map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${deeper}${name}${mark}: ${textOf(property, deeper)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

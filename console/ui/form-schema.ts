// The part of JSON Schema that forms understand.
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export interface FormSchema {
  readonly type?: string | undefined;
  readonly title?: string;
  readonly description?: string;
  /** Of the console itself, after the description. */
  readonly note?: string;
  readonly enum?: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: FormSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly patternProperties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly writeOnly?: boolean;
}

/** How a schema's values are edited. */
export type FieldKind =
  | 'boolean'
  | 'choice'
  | 'integer'
  | 'json'
  | 'list of choices'
  | 'list of texts'
  | 'list'
  | 'localized text'
  | 'long text'
  | 'number'
  | 'object'
  | 'secret'
  | 'text';

const longText = 300;

export function findFieldKind(schema: FormSchema): FieldKind {
  if (isTextChoice(schema)) return 'choice';
  switch (schema.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'string':
      if (schema.writeOnly) return 'secret';
      return (schema.maxLength ?? 0) > longText && schema.pattern === undefined ? 'long text' : 'text';
    case 'array':
      if (!schema.items) return 'json';
      if (isTextChoice(schema.items)) return 'list of choices';
      if (schema.items.type === 'string') return 'list of texts';
      return schema.items.type === 'object' && schema.items.properties ? 'list' : 'json';
    case 'object':
      if (isLocalized(schema)) return 'localized text';
      return schema.properties && Object.keys(schema.properties).length > 0 ? 'object' : 'json';
    case undefined:
    default:
      return 'json';
  }
}

/** Texts by language, as `localized` of model/schema.ts declares them. */
function isLocalized({ patternProperties }: FormSchema): boolean {
  const [entry, ...others] = Object.entries(patternProperties ?? {});
  return entry !== undefined && others.length === 0 && entry[0].startsWith('^[a-z]{2}') && entry[1].type === 'string';
}

const isTextChoice = (schema: FormSchema): boolean =>
  schema.enum !== undefined && schema.enum.every((value) => typeof value === 'string');

/** In English: the schema's title, or the field's name in words. */
export const labelOf = (name: string, { title }: FormSchema): string => title ?? nameInWords(name);

/** `minPlayers`, `MinPlayers` and `min_players` become "Min players". */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  const [first = '', ...others] = words.split(' ');
  const lower = others.map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(' ');
}

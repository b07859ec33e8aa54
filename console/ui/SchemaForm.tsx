// A form made from a JSON schema. What it can't show is edited as JSON.
import { Stack } from '@mantine/core';
import { SchemaField } from './SchemaField.tsx';
import type { FormSchema, JsonValue } from './form-schema.ts';

interface SchemaFormProps {
  /** An object's schema. */
  readonly schema: FormSchema;
  readonly value: Readonly<Record<string, JsonValue>>;
  readonly onChange: (value: Record<string, JsonValue>) => void;
  /** Languages of localized texts, such as `['en', 'ru']`. */
  readonly languages?: readonly string[];
  /** The titles of fields by path; default: the schema's title, or the name in words. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Messages by path, such as `Prices.EUR`. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly isReadOnly?: boolean;
}

const noTexts: Readonly<Record<string, string>> = {};
const englishOnly = ['en'] as const;

export function SchemaForm({
  schema,
  value,
  onChange,
  languages = englishOnly,
  titles = noTexts,
  errors = noTexts,
  isReadOnly = false,
}: SchemaFormProps) {
  const required = new Set(schema.required);
  return (
    <Stack>
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <SchemaField
          key={name}
          path={name}
          name={name}
          schema={property}
          isRequired={required.has(name)}
          value={value[name]}
          onChange={(next) => onChange(withField(value, name, next))}
          common={{ languages, titles, errors, isReadOnly }}
        />
      ))}
    </Stack>
  );
}

/** Without the field if its value is undefined. */
function withField(
  value: Readonly<Record<string, JsonValue>>,
  name: string,
  next: JsonValue | undefined,
): Record<string, JsonValue> {
  const { [name]: _, ...others } = value;
  return next === undefined ? others : { ...value, [name]: next };
}

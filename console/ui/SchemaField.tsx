// One field of a form made from a schema; objects and lists contain more of them.
import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSchemaText } from '#console/i18n/use-schema-text.ts';
import { findFieldKind, labelOf, type FormSchema, type JsonValue } from './form-schema.ts';
import { Icon } from './Icon.tsx';
import { JsonField } from './JsonField.tsx';

interface SchemaFieldProps {
  readonly path: string;
  readonly name: string;
  /** Of an item of a list, which has no name. */
  readonly itemLabel?: string;
  readonly schema: FormSchema;
  readonly isRequired: boolean;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly common: {
    readonly languages: readonly string[];
    readonly titles: Readonly<Record<string, string>>;
    readonly errors: Readonly<Record<string, string>>;
    readonly isReadOnly: boolean;
  };
}

type JsonObject = Readonly<Record<string, JsonValue>>;

export function SchemaField(props: SchemaFieldProps) {
  const { path, name, itemLabel, schema, isRequired, value, onChange, common } = props;
  const { t } = useTranslation();
  const schemaText = useSchemaText();
  const label = ownText(common.titles, path) ?? itemLabel ?? schemaText(labelOf(name, schema));
  const description = describe(schema, schemaText);
  const shown = {
    label,
    description,
    error: ownText(common.errors, path),
    required: isRequired,
    readOnly: common.isReadOnly,
  };
  const setText = (text: string): void => onChange(text === '' && !isRequired ? undefined : text);
  const asText = typeof value === 'string' ? value : '';
  switch (findFieldKind(schema)) {
    case 'boolean':
      return (
        <Switch
          label={label}
          description={description}
          error={ownText(common.errors, path)}
          disabled={common.isReadOnly}
          checked={value === true || (value === undefined && schema.default === true)}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shown}
          clearable={!isRequired}
          searchable={(schema.enum?.length ?? 0) > 8}
          placeholder={placeholderOf(schema)}
          data={(schema.enum ?? []).map(String)}
          value={asText === '' ? null : asText}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'integer':
    case 'number':
      return (
        <NumberInput
          {...shown}
          allowDecimal={schema.type === 'number'}
          {...(schema.minimum !== undefined && { min: schema.minimum })}
          {...(schema.maximum !== undefined && { max: schema.maximum })}
          placeholder={placeholderOf(schema)}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          {...shown}
          autoComplete="off"
          placeholder={t('schemaForm.secret')}
          value={asText}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    case 'long text':
      return (
        <Textarea
          {...shown}
          autosize
          minRows={2}
          maxRows={14}
          maxLength={schema.maxLength}
          value={asText}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shown}
          maxLength={schema.maxLength}
          placeholder={placeholderOf(schema)}
          value={asText}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    case 'list of texts':
      return (
        <TagsInput
          {...shown}
          maxTags={schema.maxItems ?? 1000}
          value={textsOf(value)}
          onChange={(next) => onChange(next)}
        />
      );
    case 'list of choices':
      return (
        <MultiSelect
          {...shown}
          searchable
          data={(schema.items?.enum ?? []).map(String)}
          value={textsOf(value)}
          onChange={(next) => onChange(next)}
        />
      );
    case 'localized text':
      return <LocalizedField {...props} label={label} />;
    case 'object':
      return <ObjectField {...props} label={label} />;
    case 'list':
      return <ListField {...props} label={label} />;
    case 'json':
      return <JsonField {...shown} value={value} onChange={onChange} />;
  }
}

function LocalizedField({
  path,
  schema,
  isRequired,
  value,
  onChange,
  common,
  label,
}: SchemaFieldProps & { label: string }) {
  const texts = objectOf(value);
  const maxLength = Object.values(schema.patternProperties ?? {})[0]?.maxLength;
  const languages = [...new Set([...common.languages, ...Object.keys(texts)])];
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {languages.map((language, index) => (
          <Textarea
            key={language}
            lang={language}
            label={language}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={maxLength}
            required={isRequired && index === 0}
            readOnly={common.isReadOnly}
            error={ownText(common.errors, `${path}.${language}`)}
            value={typeof texts[language] === 'string' ? texts[language] : ''}
            onChange={(event) => onChange(without(texts, language, event.currentTarget.value || undefined))}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function ObjectField({ path, schema, value, onChange, common, label }: SchemaFieldProps & { label: string }) {
  const fields = objectOf(value);
  const required = new Set(schema.required);
  return (
    <Fieldset legend={label}>
      <Stack>
        {Object.entries(schema.properties ?? {}).map(([name, property]) => (
          <SchemaField
            key={name}
            path={`${path}.${name}`}
            name={name}
            schema={property}
            isRequired={required.has(name)}
            value={fields[name]}
            onChange={(next) => onChange(without(fields, name, next))}
            common={common}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function ListField({ path, schema, value, onChange, common, label }: SchemaFieldProps & { label: string }) {
  const { t } = useTranslation();
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const { items: itemSchema, maxItems = 1000 } = schema;
  if (!itemSchema) return null;
  return (
    <Fieldset legend={label}>
      <Stack>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- items have no identity of their own
          <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
            <div className="schema-form-item">
              <SchemaField
                path={`${path}.${index}`}
                name={String(index)}
                itemLabel={`${label} ${index + 1}`}
                schema={itemSchema}
                isRequired
                value={item}
                onChange={(next) => onChange(items.map((each, place) => (place === index ? (next ?? null) : each)))}
                common={common}
              />
            </div>
            {!common.isReadOnly && (
              <ActionIcon
                mt={26}
                aria-label={t('schemaForm.removeItem', { number: index + 1 })}
                onClick={() => onChange(items.filter((_, place) => place !== index))}
              >
                <Icon name="trash" />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!common.isReadOnly && items.length < maxItems && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => onChange([...items, {}])}
          >
            {t('schemaForm.addItem')}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

function describe({ description, note }: FormSchema, schemaText: (text: string) => string): string | undefined {
  const said = [description === undefined ? undefined : schemaText(description), note].filter(Boolean).join('. ');
  return said === '' ? undefined : said;
}

const objectOf = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const textsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const placeholderOf = ({ default: usual }: FormSchema): string | undefined =>
  typeof usual === 'string' || typeof usual === 'number' ? String(usual) : undefined;

/** An object that becomes empty is left out. */
function without(fields: JsonObject, name: string, value: JsonValue | undefined): JsonObject | undefined {
  const { [name]: _, ...others } = fields;
  const next = value === undefined ? others : { ...fields, [name]: value };
  return Object.keys(next).length === 0 ? undefined : next;
}

/** A field may have a name such as `constructor`, which every object inherits. */
const ownText = (texts: Readonly<Record<string, string>>, path: string): string | undefined =>
  Object.hasOwn(texts, path) ? texts[path] : undefined;

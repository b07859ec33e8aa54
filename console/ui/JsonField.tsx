import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from './form-schema.ts';

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** A value that no other field can show, as JSON. It changes only while the text is valid. */
export function JsonField({ value, onChange, error, ...shown }: JsonFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => write(value));
  const parsed = parse(text);
  const change = (next: string): void => {
    setText(next);
    const read = parse(next);
    if (read) onChange(read.value);
  };
  return (
    <Textarea
      {...shown}
      autosize
      minRows={3}
      maxRows={20}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      error={parsed ? error : t('schemaForm.noJson')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

const write = (value: JsonValue | undefined): string =>
  value === undefined ? '' : JSON.stringify(value, undefined, 2);

/** Undefined if the text is no JSON. An empty text stands for no value. */
function parse(text: string): { readonly value: JsonValue | undefined } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

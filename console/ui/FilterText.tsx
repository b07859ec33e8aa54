import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface FilterTextProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}

/** A filter that is typed; it counts after a short pause. */
export function FilterText({ label, value = '', placeholder, maxLength = 200, onChange }: FilterTextProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Cleared, or changed by the browser's Back.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const change = useDebouncedCallback((next: string) => onChange(next.trim()), 350);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        change(event.currentTarget.value);
      }}
    />
  );
}

import { TextInput } from '@mantine/core';

interface FilterDayProps {
  readonly label: string;
  /** Such as 2026-11-18. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

export function FilterDay({ label, value = '', onChange }: FilterDayProps) {
  return (
    <TextInput type="date" label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

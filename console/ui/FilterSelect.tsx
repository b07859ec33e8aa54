import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FilterSelectProps extends Pick<SelectProps, 'label' | 'data' | 'searchable'> {
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** A filter with fixed choices; empty, it lists everything. */
export function FilterSelect({ value, ...props }: FilterSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      {...props}
      placeholder={t('filter.any')}
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
      value={value ?? null}
    />
  );
}

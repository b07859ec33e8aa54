import { DatePickerInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';

interface FilterDaysProps {
  readonly label: string;
  /** Days such as `2026-11-18`, in the operator's time zone. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly onChange: (since: string | undefined, until: string | undefined) => void;
}

/** A range of days as a filter. */
export function FilterDays({ label, since, until, onChange }: FilterDaysProps) {
  const { t } = useTranslation();
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
      miw={200}
      label={label}
      placeholder={t('filter.any')}
      valueFormat="D MMM YYYY"
      value={[since ?? null, until ?? null]}
      onChange={([from, to]) => onChange(from ?? undefined, to ?? undefined)}
    />
  );
}

/** The instants at which the first day begins and the last day ends. */
export function toInstants(since: string | undefined, until: string | undefined) {
  const end = until === undefined ? undefined : new Date(`${until}T00:00`);
  end?.setDate(end.getDate() + 1);
  return {
    Since: since === undefined ? undefined : new Date(`${since}T00:00`).toISOString(),
    Until: end?.toISOString(),
  };
}

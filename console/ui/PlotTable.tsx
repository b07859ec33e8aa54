import { ScrollArea } from '@mantine/core';
import { useFormats } from '#console/i18n/use-formats.ts';
import { useTranslation } from 'react-i18next';
import type { PlotSeries } from './plot-series.ts';

interface PlotTableProps {
  readonly label: string;
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
}

/** The latest numbers of a plot. */
const maxRows = 500;

export function PlotTable({ label, times, series, format }: PlotTableProps) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const indexes = times
    .map((_, index) => index)
    .slice(-maxRows)
    .toReversed();
  return (
    <ScrollArea.Autosize mah={320} offsetScrollbars="y" viewportProps={{ tabIndex: 0 }}>
      <table className="plot-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('plot.time')}</th>
            {series.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={times[index]}>
              <th scope="row">{time(new Date((times[index] ?? 0) * 1000))}</th>
              {series.map(({ title, values }) => {
                const value = values[index] ?? null;
                return <td key={title}>{value === null ? '—' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Autosize>
  );
}

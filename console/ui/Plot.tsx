// Lines over time, drawn on a canvas (uPlot), which handles 10,000 points. The same numbers are in a table, for keyboards
// and screen readers.
import { Button, Group } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormats } from '#console/i18n/use-formats.ts';
import type { PlotSeries } from './plot-series.ts';
import { plotOptions } from './plot-options.ts';
import { PlotTable } from './PlotTable.tsx';
import { usePlotColors } from './use-plot-colors.ts';
import './plot.css';

interface PlotProps {
  /** What is shown, for screen readers and above the table. */
  readonly label: string;
  /** Unix seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly height?: number;
  /** How values are written; default: a compact number. */
  readonly format?: (value: number) => string;
}

/** One line below the plot, so that it moves nothing when it appears. */
const legendHeight = 30;

export function Plot({ label, times, series, height = 220, format }: PlotProps) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const write = format ?? formats.compact;
  const colors = usePlotColors();
  const { ref: frame, width } = useElementSize();
  const canvas = useRef<HTMLDivElement>(null);
  const writer = useRef(write);
  useEffect(() => {
    writer.current = write;
  }, [write]);
  const [isTable, setTable] = useState(false);
  const titles = series.map(({ title }) => title).join('\n');
  const data = useMemo(
    (): UPlot.AlignedData => [[...times], ...series.map(({ values }) => [...values])],
    [times, series],
  );
  useEffect(() => {
    if (isTable || width === 0 || !canvas.current) return undefined;
    const options = plotOptions({
      time: t('plot.time'),
      titles: titles.split('\n'),
      size: { width, height },
      colors,
      language: i18n.language,
      write: (value) => writer.current(value),
    });
    const plot = new UPlot(options, data, canvas.current);
    return () => plot.destroy();
  }, [data, titles, width, height, colors, i18n.language, isTable, t]);
  return (
    <figure className="plot" aria-label={label}>
      <div ref={frame}>
        {isTable ? (
          <PlotTable label={label} times={times} series={series} format={write} />
        ) : (
          <div
            ref={canvas}
            className="plot-canvas"
            style={{ minHeight: height + legendHeight }}
            role="img"
            aria-label={t('plot.picture', { label })}
          />
        )}
      </div>
      <Group justify="flex-end">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'plot.asPlot' : 'plot.asTable')}
        </Button>
      </Group>
    </figure>
  );
}

import type UPlot from 'uplot';

export interface PlotColors {
  readonly lines: readonly string[];
  readonly text: string;
  readonly grid: string;
}

interface PlotOptions {
  /** What the first value of the legend is called. */
  readonly time: string;
  readonly titles: readonly string[];
  readonly size: { readonly width: number; readonly height: number };
  readonly colors: PlotColors;
  readonly language: string;
  readonly write: (value: number) => string;
}

const font = "12px 'Onest', system-ui, sans-serif";
const daySeconds = 86_400;

export function plotOptions({ time, titles, size, colors, language, write }: PlotOptions): UPlot.Options {
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const hour = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const axis = {
    font,
    stroke: colors.text,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
    border: { show: false },
  };
  return {
    ...size,
    padding: [8, 8, 0, 0],
    cursor: { points: { size: 7 }, y: false, drag: { x: true, y: false } },
    legend: { show: true, live: true },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        values: (_, splits, __, ___, step) =>
          splits.map((seconds) => (step >= daySeconds ? day : hour).format(new Date(seconds * 1000))),
      },
      { ...axis, size: 56, values: (_, splits) => splits.map((value) => write(value)) },
    ],
    series: [
      {
        label: time,
        value: (_, seconds: number | null) => (seconds === null ? '—' : exact.format(new Date(seconds * 1000))),
      },
      ...titles.map((label, index) => {
        const stroke = colors.lines[index % colors.lines.length] ?? colors.text;
        return {
          label,
          stroke,
          width: 2,
          points: { show: false },
          value: (_: UPlot, value: number | null) => (value === null ? '—' : write(value)),
          ...(titles.length === 1 && { fill: `${stroke}1f` }),
        };
      }),
    ],
  };
}

export interface PlotSeries {
  readonly title: string;
  /** One for each time. Null: unknown, which is a gap. */
  readonly values: readonly (number | null)[];
}

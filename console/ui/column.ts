import type { ReactNode } from 'react';

/** A column of a DataTable. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Numbers end at the same edge. */
  readonly align?: 'end';
  /** Hidden until the operator chooses it in the menu of columns. */
  readonly isHidden?: boolean;
  /** Takes the room that others leave. */
  readonly isWide?: boolean;
}

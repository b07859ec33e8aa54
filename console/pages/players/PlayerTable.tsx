import { useMemo, type ReactNode } from 'react';
import type { Column } from '#console/ui/column.ts';
import { DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { asRowSource } from '#console/ui/use-pages.ts';

interface PlayerTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Titles, and what each row shows. */
  readonly columns: readonly { readonly title: string; readonly render: (row: Row) => ReactNode }[];
  readonly rowPath?: (row: Row) => string | undefined;
  /** Shown instead of no rows. */
  readonly empty: string;
}

/** A short list of a player's things. */
export function PlayerTable<Row extends object>({
  label,
  rows,
  rowKey,
  columns,
  rowPath,
  empty,
}: PlayerTableProps<Row>) {
  const shown = useMemo(() => columns.map((column, index): Column<Row> => ({ id: `${index}`, ...column })), [columns]);
  return (
    <DataTable
      label={label}
      columns={shown}
      source={asRowSource({ error: null, refetch: () => undefined }, rows)}
      rowKey={rowKey}
      {...(rowPath && { rowPath })}
      empty={<EmptyState title={empty} />}
    />
  );
}

import { Skeleton } from '@mantine/core';

const widths = ['70%', '45%', '60%', '80%', '50%'] as const;

/** Rows while a table loads. */
export function TableSkeleton({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="data-table-skeleton" aria-hidden="true">
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <Skeleton height={12} width={widths[(row + column) % widths.length] ?? '60%'} />
        </td>
      ))}
    </tr>
  ));
}

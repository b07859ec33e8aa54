// A table of rows that are read page by page. Long lists render only the rows near the window. On a phone each row is a
// card. Arrow keys walk through the rows; Enter, or a click, opens one.
import { Button, Group } from '@mantine/core';
import {
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
  type RowData,
} from '@tanstack/react-table';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Column } from './column.ts';
import { ColumnMenu, useColumnVisibility } from './ColumnMenu.tsx';
import { EmptyState } from './EmptyState.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { RowSource } from './use-pages.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import './data-table.css';

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly source: RowSource<Row>;
  readonly rowKey: (row: Row) => string;
  /** The page of a row. */
  readonly rowPath?: (row: Row) => string | undefined;
  /** Instead of a page, such as a panel with details. */
  readonly onOpen?: (row: Row) => void;
  readonly empty?: ReactNode;
  /** Keeps the choice of columns on this device, and shows their menu. */
  readonly name?: string;
  /** Left of the menu of columns. */
  readonly tools?: ReactNode;
}

const features = tableFeatures({ columnVisibilityFeature });

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, source, rowKey, rowPath, onOpen, empty, name, tools } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [visibility, setVisibility] = useColumnVisibility(name, columns);
  const [active, setActive] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map(({ id, title, render }) =>
      helper.display({ id, header: title, cell: ({ row }) => render(row.original) }),
    );
  }, [columns]);
  const data = useMemo(() => [...(source.rows ?? [])], [source.rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { columnVisibility: visibility },
    onColumnVisibilityChange: setVisibility,
  });
  const { rows } = table.getRowModel();
  const virtual = useVirtualRows(body, rows.length);
  const shown = columns.filter(({ id }) => visibility[id] !== false);
  const canOpen = rowPath !== undefined || onOpen !== undefined;
  const open = (row: Row): void => {
    const path = rowPath?.(row);
    if (path !== undefined) void navigate(path);
    else onOpen?.(row);
  };
  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setActive(next);
    virtual.focusRow(next);
    if (next === rows.length - 1 && source.hasMore && !source.isLoadingMore) source.loadMore();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row): void => {
    if (event.target !== event.currentTarget) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 10,
      PageUp: index - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
    } else if (event.key === 'Enter' && canOpen) open(row);
  };

  if (source.error && !source.rows) return <LoadFailed error={source.error} retry={source.retry} />;
  const isEmpty = source.rows?.length === 0;
  return (
    <div className="data-table">
      {(tools !== undefined || name !== undefined) && (
        <Group justify="flex-end" gap="xs" className="data-table-tools">
          {tools}
          {name !== undefined && <ColumnMenu columns={columns} visibility={visibility} onChange={setVisibility} />}
        </Group>
      )}
      <div className="data-table-frame">
        <table aria-label={label} aria-busy={!source.rows} aria-rowcount={source.hasMore ? -1 : rows.length + 1}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, index) => (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is rendered by the table
                  <th key={header.id} scope="col" data-align={shown[index]?.align} data-wide={shown[index]?.isWide}>
                    <table.FlexRender header={header} />
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody ref={body}>
            {!source.rows && <TableSkeleton columns={shown.length} />}
            {virtual.before > 0 && <Space height={virtual.before} columns={shown.length} />}
            {virtual.indexes.map((index) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <tr
                  key={row.id}
                  data-index={index}
                  ref={virtual.measure}
                  aria-rowindex={index + 2}
                  data-opens={canOpen || undefined}
                  tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                  onFocus={() => setActive(index)}
                  onKeyDown={(event) => onKeyDown(event, index, row.original)}
                  onClick={(event) => {
                    if (canOpen && !isOnControl(event)) open(row.original);
                  }}
                >
                  {row.getVisibleCells().map((cell, place) => (
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- as above
                    <td key={cell.id} data-title={shown[place]?.title} data-align={shown[place]?.align}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
              );
            })}
            {virtual.after > 0 && <Space height={virtual.after} columns={shown.length} />}
          </tbody>
        </table>
        {isEmpty && (empty ?? <EmptyState title={t('common.nothing')} />)}
      </div>
      {source.error !== null && source.rows && !source.isLoadingMore && (
        <LoadFailed error={source.error} retry={source.retry} />
      )}
      {source.hasMore && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={source.isLoadingMore} onClick={source.loadMore}>
            {t('common.loadMore')}
          </Button>
        </Group>
      )}
    </div>
  );
}

function Space({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" className="data-table-space">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty, and hidden from readers */}
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Links and buttons in a row do what they say; a selected text is not a click. */
function isOnControl({ target }: MouseEvent): boolean {
  if (window.getSelection()?.isCollapsed === false) return true;
  return target instanceof Element && target.closest('a, button, input, label, select, [role="menuitem"]') !== null;
}

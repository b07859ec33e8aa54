import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '#console/testing/render.tsx';
import type { Column } from './column.ts';
import { DataTable } from './DataTable.tsx';
import { usePages } from './use-pages.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'id', title: 'Id', render: ({ id }) => id },
  { id: 'name', title: 'Name', render: ({ name }) => name },
  { id: 'extra', title: 'Extra', isHidden: true, render: () => 'extra text' },
];
const all = Array.from({ length: 7 }, (_, index): Row => ({ id: index + 1, name: `Row ${index + 1}` }));
const load = vi.fn<(after: number | undefined, limit: number) => Promise<readonly Row[]>>();
const opened = vi.fn<(row: Row) => void>();

function List() {
  const source = usePages({ queryKey: ['rows'], load, cursorOf: ({ id }) => id, limit: 3 });
  return (
    <DataTable
      name="rows"
      label="Rows"
      columns={columns}
      source={source}
      rowKey={({ id }) => String(id)}
      onOpen={opened}
    />
  );
}

const listNames = () => screen.queryAllByText(/^Row \d$/).map(({ textContent }) => textContent);

describe('DataTable', () => {
  beforeEach(() => {
    opened.mockReset();
    load.mockReset().mockImplementation(async (after = 0, limit) => all.slice(after, after + limit));
  });

  it('continues after the last row until a page is not full', async () => {
    render(<List />);
    await screen.findByText('Row 3');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Row 6');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Row 7');
    expect(load.mock.calls).toEqual([
      [undefined, 3],
      [3, 3],
      [6, 3],
    ]);
    expect(listNames()).toEqual(all.map(({ name }) => name));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('shows an empty list as such, and a failed one with a button that tries again', async () => {
    load.mockResolvedValueOnce([]);
    const { unmount } = render(<List />);
    await screen.findByText('Nothing here yet');
    unmount();
    load.mockRejectedValueOnce(new Error('no'));
    render(<List />);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText('Row 1');
  });

  it('walks through the rows with the arrow keys, loads more at the end, and opens with Enter', async () => {
    render(<List />);
    await screen.findByText('Row 1');
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
    row('Row 1').focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    press('ArrowDown');
    expect(document.activeElement).toBe(row('Row 2'));
    press('Enter');
    expect(opened).toHaveBeenCalledExactlyOnceWith(all[1]);
    press('End');
    expect(document.activeElement).toBe(row('Row 3'));
    await screen.findByText('Row 6');
    press('Home');
    expect(document.activeElement).toBe(row('Row 1'));
    press('ArrowUp');
    expect(document.activeElement).toBe(row('Row 1'));
    expect(screen.getAllByRole('row').filter(({ tabIndex }) => tabIndex === 0)).toContain(row('Row 1'));
  });

  it('hides columns until they are chosen, and remembers the choice', async () => {
    const { unmount } = render(<List />);
    await screen.findByText('Row 1');
    expect(screen.queryByText('extra text')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(await screen.findByLabelText('Extra'));
    await waitFor(() => expect(screen.getAllByText('extra text')).toHaveLength(3));
    unmount();
    render(<List />);
    await screen.findByText('Row 1');
    const table = screen.getByRole('table', { name: 'Rows' });
    expect(within(table).getAllByText('extra text')).toHaveLength(3);
  });

  it('renders only some rows of a long list', async () => {
    // jsdom has no layout.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(45);
    const many = Array.from({ length: 2000 }, (_, index): Row => ({ id: index, name: `Row ${index}` }));
    load.mockResolvedValueOnce(many);
    render(<List />);
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false'));
    expect(screen.getAllByRole('row').length).toBeLessThan(500);
  });
});

// Which rows of a long table are rendered: those near the window. Short tables are rendered whole.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface VirtualRows {
  readonly indexes: readonly number[];
  /** Heights of the rows that are not rendered. */
  readonly before: number;
  readonly after: number;
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  readonly focusRow: (index: number) => void;
}

const maxRenderedRows = 100;
const estimatedRowHeight = 45;

export function useVirtualRows(body: RefObject<HTMLTableSectionElement | null>, count: number): VirtualRows {
  const isVirtual = count > maxRenderedRows;
  const [scrollMargin, setScrollMargin] = useState(0);
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (isVirtual && body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, [body, isVirtual]);
  // oxlint-disable-next-line react/incompatible-library -- the compiler, which we don't use, could not memoize it
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isVirtual,
    estimateSize: () => estimatedRowHeight,
    overscan: 15,
    scrollMargin,
  });
  const findRow = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  // After a jump the row is rendered later.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = findRow(wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const focusRow = (index: number): void => {
    const row = findRow(index);
    if (row) {
      row.focus();
      return;
    }
    wanted.current = index;
    virtualizer.scrollToIndex(index, { align: 'center' });
  };
  if (!isVirtual)
    return {
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: undefined,
      focusRow,
    };
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    indexes: items.map(({ index }) => index),
    before: first ? first.start - scrollMargin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
    measure: virtualizer.measureElement,
    focusRow,
  };
}

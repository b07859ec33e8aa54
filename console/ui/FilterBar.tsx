// The filters of a list. They are kept in the address, so that a filtered list can be shared and the browser's Back works.
import { Button, Group } from '@mantine/core';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import './filter-bar.css';

interface FilterBarProps {
  readonly children: ReactNode;
  /** Shown if a filter is set. */
  readonly onClear?: (() => void) | undefined;
}

export function FilterBar({ children, onClear }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" align="flex-end" className="filter-bar" role="group" aria-label={t('filter.title')}>
      {children}
      {onClear && (
        <Button variant="subtle" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </Group>
  );
}

/** Values of the given names in the address. An empty value removes the filter. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const key = params.toString();
  const values = useMemo(() => {
    const read = new URLSearchParams(key);
    return Object.fromEntries(names.map((name) => [name, read.get(name) ?? undefined])) as Partial<
      Record<Name, string>
    >;
  }, [key, names]);
  const set = useCallback(
    (name: Name, value: string | null | undefined) => setParams((current) => withValue(current, name, value), replaced),
    [setParams],
  );
  const setTwo = useCallback(
    (first: readonly [Name, string | undefined], second: readonly [Name, string | undefined]) =>
      setParams((current) => withValue(withValue(current, ...first), ...second), replaced),
    [setParams],
  );
  const clear = useCallback(
    () =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const name of names) next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setParams, names],
  );
  const isSet = Object.values(values).some((value) => value !== undefined);
  return { values, set, setTwo, clear: isSet ? clear : undefined };
}

const replaced = { replace: true };

function withValue(current: URLSearchParams, name: string, value: string | null | undefined): URLSearchParams {
  const next = new URLSearchParams(current);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

// Search, filters and sorting. Without JavaScript it is a GET form.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { gameCategoriesQuery } from './game-queries.ts';
import type { GameFilter } from './search-address.ts';
import { useCategoryName } from './use-category-name.ts';
import './game-filters.css';

const pauseMs = 250;

export function GameFilters({
  wanted,
  change,
}: {
  wanted: GameFilter;
  change: (changed: Partial<GameFilter>) => void;
}) {
  const { t } = useTranslation();
  const kinds = useQuery(gameCategoriesQuery());
  const nameOf = useCategoryName();
  const [typed, setTyped] = useTyped(wanted.search, (search) => change({ search }));
  const listed = (
    kind: 'Genre' | 'Tag',
    names: readonly { Name: string }[] = [],
    chosen: string,
  ): [string, string][] => {
    // A value that no longer exists stays in the list while the URL contains it.
    const all = [...new Set([...names.map(({ Name }) => Name), ...(chosen === '' ? [] : [chosen])])];
    return all.map((name) => [name, nameOf(kind, name)]);
  };
  const lang = useSearchParams()[0].get('lang');
  return (
    <form
      className="game-filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        change({ search: typed });
      }}
    >
      <Field
        label={t('games.search')}
        type="search"
        name="q"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Choice label={t('games.genre')} name="genre" value={wanted.genre} choose={(genre) => change({ genre })}>
        {listed('Genre', kinds.data?.Genres, wanted.genre)}
      </Choice>
      <Choice label={t('games.tag')} name="tag" value={wanted.tag} choose={(tag) => change({ tag })}>
        {listed('Tag', kinds.data?.Tags, wanted.tag)}
      </Choice>
      <Choice
        label={t('games.orientation')}
        name="screen"
        value={wanted.orientation}
        choose={(orientation) => change({ orientation: orientation as GameFilter['orientation'] })}
      >
        {[
          ['Horizontal', t('games.landscape')],
          ['Vertical', t('games.portrait')],
        ]}
      </Choice>
      <Choice
        label={t('games.sort')}
        name="sort"
        value={wanted.sort}
        none={wanted.search === '' ? t('games.popular') : t('games.bestMatch')}
        choose={(sort) => change({ sort: sort as GameFilter['sort'] })}
      >
        {[
          ...(wanted.search === '' && wanted.sort !== 'Popular' ? [] : [['Popular', t('games.popular')] as const]),
          ['New', t('games.newest')],
          ['Name', t('games.name')],
        ]}
      </Choice>
      {lang !== null && <input type="hidden" name="lang" value={lang} />}
      <noscript>
        <Button kind="primary" type="submit">
          {t('games.search')}
        </Button>
      </noscript>
    </form>
  );
}

function Choice({
  label,
  name,
  value,
  none,
  choose,
  children,
}: {
  label: string;
  name: string;
  value: string;
  none?: string;
  choose: (value: string) => void;
  children: readonly (readonly [value: string, text: string])[];
}): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{none ?? t('games.any')}</option>
        {children.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Typed text is reported after a pause. If the URL changes, its value wins. */
function useTyped(value: string, tell: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      told.current = text.trim();
      latest.current(text);
    }, pauseMs);
  };
  return [typed, type];
}

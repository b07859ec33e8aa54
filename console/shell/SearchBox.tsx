import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Icon } from '#console/ui/Icon.tsx';

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the search page. Ctrl+K, or / outside of a field, brings the focus here. */
export function SearchBox() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const asked = pathname === '/search' ? (params.get('q') ?? '') : '';
  const [text, setText] = useState(asked);
  const [known, setKnown] = useState(asked);
  if (known !== asked) {
    setKnown(asked);
    setText(asked);
  }
  const input = useRef<HTMLInputElement>(null);
  const focus = (): void => input.current?.select();
  useHotkeys([['mod+K', focus]], []);
  useHotkeys([['/', focus]]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const query = text.trim();
    if (query !== '') void navigate(`/search?q=${encodeURIComponent(query)}`);
  };
  return (
    <form role="search" className="search-box" onSubmit={submit}>
      <TextInput
        ref={input}
        type="search"
        name="q"
        variant="filled"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('shell.search')}
        placeholder={t('shell.searchHint')}
        leftSection={<Icon name="search" size={16} />}
        rightSection={<kbd aria-hidden="true">{shortcut}</kbd>}
        rightSectionWidth={60}
        rightSectionPointerEvents="none"
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

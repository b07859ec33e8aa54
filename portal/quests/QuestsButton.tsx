// The button next to a running game that opens its quests, and a notice when one is completed.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import type { Quest } from '#model/quest.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { IconSvg } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { questsQuery } from './quests-query.ts';
import './quests-button.css';

/** Nothing for a game without quests. */
export function QuestsButton({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormats();
  const openModal = useOpenModal();
  const { data } = useQuery(questsQuery(useSessionNumber(), toLocale(i18n.language), game));
  const quests = data?.Quests ?? [];
  const completed = useNewlyCompleted(data?.Quests);
  if (quests.length === 0) return null;
  const done = quests.filter(({ Done }) => Done).length;
  const label = t('quests.count', { done: number(done), all: number(quests.length) });
  return (
    <>
      <Button
        kind="quiet"
        className="quests-button"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => void openModal('quests', { game })}
      >
        <IconSvg>{flag}</IconSvg>
        {done < quests.length && <span aria-hidden="true">{number(quests.length - done)}</span>}
      </Button>
      {completed && (
        <div className="quest-completed">
          <Notice tone="good">{t('quests.completed', { title: completed.Title })}</Notice>
        </div>
      )}
    </>
  );
}

const flag = <path d="M6 21V4M6 4h11l-2.5 4L17 12H6" />;
const noticeMs = 8000;

function useNewlyCompleted(quests: readonly Quest[] | undefined): Quest | undefined {
  const [before, setBefore] = useState(quests);
  const [completed, setCompleted] = useState<Quest>();
  if (quests !== before) {
    setBefore(quests);
    const wasOpen = (id: string): boolean => before?.some(({ Id, Done }) => Id === id && !Done) ?? false;
    const found = quests?.find(({ Id, Done }) => Done && wasOpen(Id));
    if (found) setCompleted(found);
  }
  useEffect(() => {
    if (!completed) return undefined;
    const timer = setTimeout(() => setCompleted(undefined), noticeMs);
    return () => clearTimeout(timer);
  }, [completed]);
  return completed;
}

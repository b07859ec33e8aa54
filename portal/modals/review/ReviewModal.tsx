// A player's review of a game: stars and an optional text for the operator.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { TextArea } from '#portal/ui/Field.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { Stars } from './Stars.tsx';
import { useReview } from './use-review.ts';
import './review-modal.css';

export function ReviewModal({ game, close }: { game: string; close: () => void }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const config = useQuery(gameConfigQuery(game));
  const name = config.data ? chooseLocalizedText(config.data.StorePage.Title, toLocale(i18n.language)) : game;
  const { data } = useReview(game);
  // Unsent changes win over the saved review.
  const [written, setWritten] = useState<{ rating?: number; text?: string }>({});
  const rating = written.rating ?? data?.Review?.Rating;
  const text = written.text ?? data?.Review?.Text ?? '';
  const send = useMutation({
    mutationFn: (Rating: number) => apiClient.reviews.save({ Game: game, Rating, Text: text.trim() }),
    networkMode: 'always',
    onSuccess: () =>
      // Not awaited: the review is saved even if the refetch fails.
      void Promise.all([
        queries.invalidateQueries({ queryKey: ['review'] }),
        queries.invalidateQueries({ queryKey: ['game', game] }),
      ]).catch((error: unknown) => log.warn('The data could not be refetched after a review.', error)),
    onError: (error) => log.warn('A review could not be sent.', error),
  });
  const { form } = useForm({
    isBusy: send.isPending,
    send: () => rating !== undefined && send.mutate(rating),
  });
  if (send.isSuccess) {
    return (
      <Dialog title={t('review.title', { title: name })} size="small" onClose={close}>
        <p role="status">{t('review.thanks')}</p>
        <Button kind="primary" className="wide" onClick={close}>
          {t('close')}
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('review.title', { title: name })} size="small" onClose={close} closable={!send.isPending}>
      <form className="review-modal" {...form}>
        <Stars value={rating} onChange={(chosen) => setWritten({ ...written, rating: chosen })} />
        <TextArea
          label={t('review.text')}
          hint={t('review.hint')}
          rows={3}
          maxLength={1000}
          value={text}
          onChange={({ target }) => setWritten({ ...written, text: target.value })}
        />
        {send.isError && <Notice tone="danger">{t('review.failed')}</Notice>}
        <div className="actions">
          <Button onClick={close}>{t('review.later')}</Button>
          <Button kind="primary" type="submit" disabled={rating === undefined} busy={send.isPending}>
            {t('review.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

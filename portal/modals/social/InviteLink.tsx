import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { friendErrorKey } from './friend-error.ts';

/** The link is shown only once. */
export function InviteLink({ game }: { game: string | undefined }) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: () => apiClient.friends.createLink(game === undefined ? {} : { Game: game }),
    networkMode: 'always',
    onSuccess: ({ Url }) => {
      void queries.invalidateQueries({ queryKey: ['friendRequests'] });
      void openModal('share', { link: Url, title: t('social.linkTitle') });
    },
    onError: (error) => log.warn('An invitation link could not be created.', error),
  });
  return (
    <section aria-labelledby="link-of-friends">
      <h3 id="link-of-friends">{t('social.byLink')}</h3>
      <p>{t('social.byLinkText')}</p>
      <Button kind="primary" busy={making.isPending} onClick={() => making.mutate()}>
        <Icon name="share" />
        {t('social.createLink')}
      </Button>
      {making.isError && <Notice tone="danger">{t(friendErrorKey(making.error))}</Notice>}
    </section>
  );
}

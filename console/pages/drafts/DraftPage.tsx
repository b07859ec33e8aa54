import { Alert, Button, Code, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { api } from '#console/api.ts';
import { DateTime } from '#console/ui/DateTime.tsx';
import { Facts } from '#console/ui/Facts.tsx';
import { Icon } from '#console/ui/Icon.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { PageHeader } from '#console/ui/PageHeader.tsx';
import { TextDiff } from '#console/ui/TextDiff.tsx';
import { PageSkeleton } from '#console/shell/PageSkeleton.tsx';
import { findEditorPath, type DraftDetails } from './draft.ts';
import { DraftActions } from './DraftActions.tsx';
import { DraftStateBadge } from './DraftStateBadge.tsx';
import { listTextChanges } from './list-text-changes.ts';

export function DraftPage() {
  const { t } = useTranslation();
  const { draftId = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['drafts', 'draft', draftId],
    queryFn: () => api.operatorDrafts.read({ DraftId: Number(draftId) }),
  });
  if (!data) return error ? <LoadFailed error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { Draft, IsOutdated, MayChange, Approval } = data;
  const isWaiting = Draft.State === 'Open' || Draft.State === 'Scheduled';
  return (
    <>
      <PageHeader
        title={Draft.Object}
        above={[{ title: t('drafts.title'), path: '/drafts' }]}
        badge={<DraftStateBadge draft={Draft} />}
      >
        {MayChange && (
          <Group gap="xs">
            {Draft.State === 'Open' && !IsOutdated && (
              <Button component={Link} to={findEditorPath(Draft)} variant="default" leftSection={<Icon name="edit" />}>
                {t('drafts.edit')}
              </Button>
            )}
            <DraftActions draft={Draft} isOutdated={IsOutdated} isRequested={Approval !== undefined} />
          </Group>
        )}
      </PageHeader>
      <Stack gap="lg">
        {Draft.Failure !== undefined && (
          <Alert color="red" icon={<Icon name="alert" />} title={t('drafts.failed')}>
            {Draft.Failure}
          </Alert>
        )}
        {Approval && (
          <Alert
            color="blue"
            icon={<Icon name="check" />}
            title={t(Approval.Call === 'operatorDrafts.revert' ? 'drafts.waitingToRevert' : 'drafts.waiting')}
          >
            {`${t('drafts.requestedBy', { name: Approval.RequestedBy })} · `}
            <DateTime at={Approval.RequestedAt} format="ago" />
            <br />
            <Link to={`/approvals?approval=${Approval.ApprovalId}`}>{t('drafts.openRequest')}</Link>
          </Alert>
        )}
        {IsOutdated && isWaiting && (
          <Alert color="yellow" icon={<Icon name="alert" />} title={t('drafts.outdated')}>
            {t('drafts.outdatedText')}
          </Alert>
        )}
        <Facts
          facts={[
            [t('drafts.author'), Draft.Author],
            [t('drafts.note'), Draft.Note],
            [t('drafts.updated'), <DateTime key="updated" at={Draft.UpdatedAt} />],
            [t('drafts.applyAt'), Draft.ApplyAt && <DateTime key="applyAt" at={Draft.ApplyAt} />],
            [t('drafts.decidedBy'), Draft.DecidedBy],
            [t('drafts.decidedAt'), Draft.DecidedAt && <DateTime key="decidedAt" at={Draft.DecidedAt} />],
            [
              t('drafts.reverts'),
              Draft.Reverts && (
                <Link key="reverts" to={`/drafts/${Draft.Reverts}`}>
                  {Draft.Reverts}
                </Link>
              ),
            ],
          ]}
        />
        <Changes details={data} />
      </Stack>
    </>
  );
}

function Changes({ details }: { details: DraftDetails }) {
  const { t } = useTranslation();
  const texts = listTextChanges(details.Before, details.After);
  return (
    <section aria-labelledby="changes">
      <Title order={2} id="changes" mb="xs">
        {t('drafts.changes')}
      </Title>
      {details.Lines.length === 0 ? (
        <Alert color="gray">{t('drafts.noChanges')}</Alert>
      ) : (
        <Code block>{details.Lines.join('\n')}</Code>
      )}
      {texts.map(({ locale, before, after }) => (
        <section key={locale} aria-label={locale}>
          <Title order={3} mt="md" mb="xs">
            {locale}
          </Title>
          <TextDiff before={before} after={after} />
        </section>
      ))}
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { purchaseOpeners } from './purchase-openers.ts';

const sizes = ['small', 'normal', 'large', 'full'] as const;
const longParagraphs = 30;
const longText = ['# Rules', ...Array.from({ length: longParagraphs }, (_, number) => `${number}. Be kind.`)].join(
  '\n\n',
);

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

const version = (number: number, month: string, Value: string, isAccepted = false) => ({
  Id: idOf(number),
  CreatedAt: `2026-${month}-01T00:00:00.000Z`,
  Content: { ContentType: 'Markdown' as const, Value },
  Accepts: isAccepted ? [{ AccountId: idOf(9), AcceptedAt: '2026-01-02T00:00:00.000Z' }] : [],
});

const document = (Value: 'TOS' | 'PP', ...Versions: readonly ReturnType<typeof version>[]) => ({
  Id: idOf(8),
  CreatedAt: '2026-01-01T00:00:00.000Z',
  DocumentType: { Value, NeedUserAcceptance: true },
  IsActive: true,
  Versions: [...Versions],
});

const documents = [document('TOS', version(1, '01', longText)), document('PP', version(2, '01', longText))];
const changedText = `${longText.replace('5. Be kind.', '5. Be kind and fair.')}\n\nPlay.`;
const changed = document('TOS', version(4, '02', changedText), version(3, '01', longText, true));

export function ModalOpeners() {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const [shown, setShown] = useState<(typeof sizes)[number] | 'not closable'>();
  const link = `${window.location.origin}/Games`;
  const openers = {
    info: () => openModal('info', { title: t('comingSoon.title'), text: t('comingSoon.text') }),
    share: () => openModal('share', { link }),
    copy: () => openModal('copy', { text: link }),
    'prove again': () =>
      openModal('signIn', {
        prove: { accountId: 'ada', name: 'Ada', why: 'stale', providers: undefined, emails: ['ada@players.example'] },
      }),
    ...purchaseOpeners(openModal),
    page: () => openModal('page', { url: 'https://other.example/rules', title: '' }),
    support: () => openModal('support', { message: t('landing.signInPrompt') }),
    social: () => openModal('social', { game: 'gem-miner' }),
    push: () => openModal('push', { game: 'gem-miner' }),
    report: () => openModal('report', { name: 'Ines Duarte', target: { FriendAccountId: 'friend' } }),
    review: () => openModal('review', { game: 'gem-miner' }),
    community: () => openModal('community', { url: 'https://community.example/gem-miner', game: 'gem-miner' }),
    document: () => openModal('document', { title: t('footer.terms'), shown: { type: 'markdown', text: longText } }),
    'documents changed': () => openModal('documents', { documents: [changed], decline: t('profile.signOut') }),
    documents: () => openModal('documents', { documents, required: true }),
  };
  return (
    <section className="specimens" id="Dialog" aria-labelledby="Dialog-title">
      <h2 id="Dialog-title">Dialog</h2>
      <div className="openers" lang="en" dir="ltr">
        {Object.entries(openers).map(([name, open]) => (
          <Button key={name} onClick={() => void open()}>
            {name}
          </Button>
        ))}
        {[...sizes, 'not closable' as const].map((size) => (
          <Button key={size} kind="quiet" onClick={() => setShown(size)}>
            {size}
          </Button>
        ))}
      </div>
      {shown !== undefined && (
        <Dialog
          title={t('landing.signInPrompt')}
          size={shown === 'not closable' ? 'small' : shown}
          closable={shown !== 'not closable'}
          onClose={() => setShown(undefined)}
        >
          <Field label={t('copy.label')} hint={t('games.failedText')} />
          {shown === 'full' &&
            Array.from({ length: longParagraphs }, (_, number) => <p key={number}>{t('landing.signInPrompt')}</p>)}
          <Button className="wide" onClick={() => void openers.info()}>
            {t('comingSoon.title')}
          </Button>
          <Button kind="primary" className="wide" onClick={() => setShown(undefined)}>
            {t('close')}
          </Button>
        </Dialog>
      )}
    </section>
  );
}

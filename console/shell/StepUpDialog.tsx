// Asks for the second factor again, before a call that needs a fresh one is repeated.
import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#console/session.ts';
import { SecondFactor } from '#console/sign-in/SecondFactor.tsx';
import { answerStepUpWith } from '#console/sign-in/step-up.ts';

export function StepUpDialog() {
  const { t } = useTranslation();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const [answer, setAnswer] = useState<(isProved: boolean) => void>();
  useEffect(() => answerStepUpWith(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  const end = (isProved: boolean): void => {
    answer?.(isProved);
    setAnswer(undefined);
  };
  return (
    <Modal
      opened={answer !== undefined && session !== undefined}
      onClose={() => end(false)}
      title={t('stepUp.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      size={420}
    >
      <Text c="dimmed" mb="md">
        {t('stepUp.text')}
      </Text>
      {session && <SecondFactor session={session} onProved={() => end(true)} />}
    </Modal>
  );
}

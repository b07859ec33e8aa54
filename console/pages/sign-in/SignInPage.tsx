// The sign-in: a link by mail, then a second factor. The session's stage says which step is next.
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#console/session.ts';
import { SecondFactor } from '#console/sign-in/SecondFactor.tsx';
import { useSignOut } from '#console/sign-in/use-sign-out.ts';
import { AddSecondFactor } from './AddSecondFactor.tsx';
import { LabOperators } from './LabOperators.tsx';
import { RequestLink } from './RequestLink.tsx';
import { SignInFooter } from './SignInFooter.tsx';
import mark from '../../mark.svg';
import './sign-in-page.css';

const titles = {
  SignedOut: 'signIn.title',
  AddSecondFactor: 'signIn.addTitle',
  SecondFactor: 'signIn.factorTitle',
  SignedIn: 'signIn.title',
} as const;

/** Each step begins at its heading. */
const focusHeading = (heading: HTMLHeadingElement | null): void => heading?.focus();

export function SignInPage({ session }: { session: Session }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const title = t(titles[session.Stage]);
  useEffect(() => {
    document.title = `${title} · ${session.PortalName || 'FxId'}`;
  }, [title, session.PortalName]);
  const isSignedOut = session.Stage === 'SignedOut';
  return (
    <main className="sign-in-page">
      <div className="sign-in-brand">
        <img src={mark} alt="" width={32} height={32} />
        <span>{session.PortalName || 'FxId'}</span>
      </div>
      <Paper className="sign-in-card" withBorder>
        <Stack gap="lg">
          <div>
            <Title key={session.Stage} order={1} tabIndex={-1} ref={focusHeading}>
              {title}
            </Title>
            {session.Operator && (
              <Text c="dimmed" mt={4}>
                {session.Operator.Email}
              </Text>
            )}
          </div>
          {isSignedOut && <RequestLink />}
          {session.Stage === 'SecondFactor' && <SecondFactor session={session} />}
          {session.Stage === 'AddSecondFactor' && <AddSecondFactor />}
          {!isSignedOut && (
            <button type="button" className="sign-in-other" onClick={signOut}>
              {t('signIn.other')}
            </button>
          )}
        </Stack>
      </Paper>
      {isSignedOut && session.IsLab && <LabOperators />}
      <SignInFooter />
    </main>
  );
}

// The target of a mail link. In the browser that requested it, it signs in at once; in any other the player has to
// confirm, because mail scanners open links too.
import { useState } from 'react';
import { apiClient } from '#portal/api.ts';
import { forgetMailHandle, readMailHandle } from '#portal/sign-in/mail-handle.ts';
import { ConfirmMailSignIn, type MailSignInReply } from './ConfirmMailSignIn.tsx';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginWaiting } from './LoginPageLayout.tsx';
import { AcceptSession } from './AcceptSession.tsx';
import { useUrlToken } from './use-url-token.ts';
import { useRunOnce } from './use-run-once.ts';

export function LoginValidateEmail() {
  const token = useUrlToken();
  const first = useRunOnce(token && `mail ${token}`, () => begin(token ?? ''));
  const [confirmed, setConfirmed] = useState<MailSignInReply>();
  if (token === undefined) return <LoginFailed isLink error={new Error('no token')} />;
  if (first.state === 'pending') return <LoginWaiting />;
  if (first.state === 'failed') return <LoginFailed isLink error={first.error} />;
  const reply = confirmed ?? first.value;
  if (reply.Success && reply.Token !== undefined) {
    const { Token, RedirectUri, Merge } = reply;
    return (
      <AcceptSession
        session={{ token: Token, method: 'email', redirectUri: RedirectUri, mergeToken: Merge?.MergeToken }}
      />
    );
  }
  if (reply.Confirmation && !confirmed) {
    return <ConfirmMailSignIn inviteToken={token} asked={reply.Confirmation} onReply={setConfirmed} />;
  }
  return <LoginFailed isLink error={new Error(reply.Error ?? 'no token')} />;
}

async function begin(token: string): Promise<MailSignInReply> {
  const handle = readMailHandle();
  const reply = await apiClient.auth.authenticateFromEmailInvite({
    InviteToken: token,
    ...(handle !== undefined && { Handle: handle }),
  });
  if (reply.Success) forgetMailHandle();
  return reply;
}

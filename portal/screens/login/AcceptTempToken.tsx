import { apiClient } from '#portal/api.ts';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginWaiting } from './LoginPageLayout.tsx';
import { AcceptSession } from './AcceptSession.tsx';
import { useRunOnce } from './use-run-once.ts';

export function AcceptTempToken({ token }: { token: string }) {
  const reply = useRunOnce(`temp ${token}`, () => apiClient.auth.authenticateFromTempToken({ TempToken: token }));
  if (reply.state === 'pending') return <LoginWaiting />;
  if (reply.state === 'failed') return <LoginFailed error={reply.error} />;
  const { Token, TempTokenData } = reply.value;
  if (!Token) return <LoginFailed error={new Error('no token')} />;
  return (
    <AcceptSession
      session={{
        token: Token,
        method: 'game_temp_token',
        redirectUri: TempTokenData?.RedirectUri,
        isLesser: true,
        isHanded: true,
      }}
    />
  );
}

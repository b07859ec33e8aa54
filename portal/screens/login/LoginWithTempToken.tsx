// A session that is handed on from another window or device, by a token that lives a minute. It says whose it is before it is
// taken.
import { client } from '#portal/api.ts';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginWaiting } from './LoginPage.tsx';
import { TakeSession } from './TakeSession.tsx';
import { useHandedToken } from './use-handed-token.ts';
import { useOnce } from './use-once.ts';

export function LoginWithTempToken() {
  const token = useHandedToken();
  const reply = useOnce(token && `temp ${token}`, () =>
    client.auth.authenticateFromTempToken({ TempToken: token ?? '' }),
  );
  if (token === undefined) return <LoginFailed error={new Error('no token')} />;
  if (reply.state === 'pending') return <LoginWaiting />;
  if (reply.state === 'failed') return <LoginFailed error={reply.error} />;
  const { Token, TempTokenData } = reply.value;
  if (!Token) return <LoginFailed error={new Error('no token')} />;
  return (
    <TakeSession
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

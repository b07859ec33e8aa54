// A session that is handed on from another window or device, by a token that lives a minute.
import { LoginFailed } from './LoginFailed.tsx';
import { TakeTempToken } from './TakeTempToken.tsx';
import { useHandedToken } from './use-handed-token.ts';

export function LoginWithTempToken() {
  const token = useHandedToken();
  return token === undefined ? <LoginFailed error={new Error('no token')} /> : <TakeTempToken token={token} />;
}

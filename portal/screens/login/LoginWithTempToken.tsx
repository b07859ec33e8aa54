// Signs in with a one-minute token handed over from another window or device.
import { LoginFailed } from './LoginFailed.tsx';
import { TakeTempToken } from './TakeTempToken.tsx';
import { useHandedToken } from './use-handed-token.ts';

export function LoginWithTempToken() {
  const token = useHandedToken();
  return token === undefined ? <LoginFailed error={new Error('no token')} /> : <TakeTempToken token={token} />;
}

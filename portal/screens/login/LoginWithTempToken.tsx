import { LoginFailed } from './LoginFailed.tsx';
import { AcceptTempToken } from './AcceptTempToken.tsx';
import { useUrlToken } from './use-url-token.ts';

export function LoginWithTempToken() {
  const token = useUrlToken();
  return token === undefined ? <LoginFailed error={new Error('no token')} /> : <AcceptTempToken token={token} />;
}

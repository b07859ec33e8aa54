import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { FlashState } from './FlashNotice.tsx';
import { isSignedIn } from './session.ts';

/** For pages of one's own: others are sent to the first page, with a word why and where they wanted to go. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  if (isSignedIn()) return children;
  const state: FlashState = { flash: 'flash.logInFirst', from: pathname + search };
  return <Navigate to="/" replace state={state} />;
}

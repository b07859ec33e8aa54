import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn, lastSessionEnding, useSessionNumber } from '#portal/session.ts';
import type { FlashState } from './requested-page.ts';

/** Redirects visitors who are not signed in to the home page, with a notice. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const session = useSessionNumber();
  const [wasSignedIn] = useState(isSignedIn);
  if (session > 0) return children;
  // A player who has just signed out here needs no notice.
  if (wasSignedIn && lastSessionEnding() === 'here') return <Navigate to="/" replace />;
  const state: FlashState = { flash: 'flash.logInFirst', from: pathname + search };
  return <Navigate to="/" replace state={state} />;
}

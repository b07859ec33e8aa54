import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn, sessionEnding, useSession } from '#portal/session.ts';
import type { FlashState } from './wanted-page.ts';

/** For pages of one's own: others are sent to the first page, with a word why and where they wanted to go. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const session = useSession();
  const [wasSignedIn] = useState(isSignedIn);
  if (session > 0) return children;
  // Who has just signed out here wants no more of this page.
  if (wasSignedIn && sessionEnding() === 'here') return <Navigate to="/" replace />;
  const state: FlashState = { flash: 'flash.logInFirst', from: pathname + search };
  return <Navigate to="/" replace state={state} />;
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/api-error.ts';
import type { SupportContext } from '#model/support.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { isSignedIn } from '#portal/session.ts';

export interface SupportMessage {
  readonly game: string | undefined;
  readonly message: string;
  readonly email: string;
  readonly context: SupportContext | undefined;
}

export function useSendMessage({ game, message, email, context }: SupportMessage, onSent: (() => void) | undefined) {
  const [isChecking, setChecking] = useState(false);
  const [isCaptchaFailed, setCaptchaFailed] = useState(false);
  const send = useMutation({
    mutationFn: (captcha: string | undefined) =>
      apiClient.support.sendMessage({
        ...(game !== undefined && { Game: game }),
        Message: message.trim(),
        Email: email.trim(),
        ...(context !== undefined && { Context: context }),
        ...(captcha !== undefined && { CaptchaResult: captcha }),
      }),
    networkMode: 'always',
    onSuccess: () => onSent?.(),
    onError: (error, captcha) => {
      log.warn('The support message could not be sent.', error);
      const isRefused = error instanceof ApiError && error.code === 'CaptchaFailed';
      // The session has expired, so a captcha is needed after all.
      setChecking(isRefused && captcha === undefined);
      setCaptchaFailed(isRefused && captcha !== undefined);
    },
  });
  const isBusy = isChecking || send.isPending;
  return {
    begin: (): void => {
      setCaptchaFailed(false);
      if (isSignedIn()) send.mutate(undefined);
      else setChecking(true);
    },
    passCheck: (captcha: string): void => send.mutate(captcha),
    failCheck: (): void => {
      setChecking(false);
      setCaptchaFailed(true);
    },
    isChecking,
    isCaptchaFailed,
    isBusy,
    isPending: send.isPending,
    isSent: send.isSuccess,
    error: send.error,
    ticket: send.data?.TicketId,
    hasFailed: send.isError && !isBusy && !isCaptchaFailed,
  };
}

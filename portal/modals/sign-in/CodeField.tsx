import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { codeDigits, codeLength } from '#portal/sign-in/code-digits.ts';
import { signInError } from '#portal/sign-in/sign-in-error.ts';
import { Field } from '#portal/ui/Field.tsx';
import { useSignInErrorText } from '#portal/sign-in/use-sign-in-error-text.ts';
import type { CompletedSignIn } from './sign-in-step.ts';

export function CodeField({ handle, onSignedIn }: { handle: string; onSignedIn: (result: CompletedSignIn) => void }) {
  const { t, i18n } = useTranslation();
  const describe = useSignInErrorText();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [isSpent, setSpent] = useState(false);
  const [isChecking, setChecking] = useState(false);
  // The same code is not sent twice at once.
  const sending = useRef<string>(undefined);
  const check = useMutation({
    mutationFn: ({ digits, captcha }: { digits: string; captcha?: string }) =>
      apiClient.auth.authenticateFromEmailCode({
        Handle: handle,
        Code: digits,
        ...(captcha !== undefined && { CaptchaResult: captcha }),
      }),
    onSuccess: ({ Success, Token, AccountId, Merge, Error: reason, TriesLeft = 0 }) => {
      if (Success && Token !== undefined && AccountId !== undefined) {
        return onSignedIn({ token: Token, accountId: AccountId, ...(Merge && { mergeToken: Merge.MergeToken }) });
      }
      setChecking(reason === 'captcha_required');
      if (reason === 'captcha_required') return;
      setSpent(TriesLeft === 0);
      const linkWorks = reason === 'wrong_code' || reason === 'link_only';
      const spent = reason === 'replaced' ? 'signInModal.mail.replaced' : 'signInModal.mail.codeExpired';
      setWrong(
        TriesLeft === 0
          ? t(linkWorks ? 'signInModal.mail.linkOnly' : spent)
          : t('signInModal.mail.wrongCode', { left: new Intl.NumberFormat(i18n.language).format(TriesLeft) }),
      );
    },
    onError: (thrown) => fail(thrown),
    onSettled: () => {
      sending.current = undefined;
    },
  });
  const fail = (thrown: unknown): void => {
    setWrong(describe(signInError(thrown)));
    if (!isChecking) return;
    // A captcha's token is valid once, so the next code needs another one.
    setChecking(false);
    setCode('');
  };
  const send = (digits: string, captcha?: string): void => {
    sending.current = digits;
    check.mutate({ digits, ...(captcha !== undefined && { captcha }) });
  };
  const type = (typed: string): void => {
    const digits = codeDigits(typed);
    setCode(digits);
    if (digits !== code) setWrong(undefined);
    if (digits.length < codeLength || digits === code || sending.current !== undefined) return;
    send(digits);
  };
  return (
    <div className="code" aria-busy={check.isPending}>
      <Field
        label={t('signInModal.mail.code')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        autoFocus
        value={code}
        readOnly={check.isPending || isChecking || check.data?.Success === true}
        disabled={isSpent}
        onChange={({ target }) => type(target.value)}
        {...(wrong !== undefined && { error: wrong })}
      />
      {isChecking && (
        <>
          <p role="status">{t('signInModal.captcha.text')}</p>
          <Captcha
            action="email_code"
            onPassed={(captcha) => send(code, captcha)}
            onFailed={() => fail(new Error('Robot check error. Try again.'))}
          />
        </>
      )}
    </div>
  );
}

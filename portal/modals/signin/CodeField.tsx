import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#portal/api.ts';
import { codeDigits, codeLength } from '#portal/signin/code-digits.ts';
import { signInError } from '#portal/signin/sign-in-error.ts';
import { Field } from '#portal/ui/Field.tsx';
import type { SignedIn } from './use-sign-in-steps.ts';

/** The six digits of the mail. They are sent as soon as all are there, typed or pasted. */
export function CodeField({ handle, onSignedIn }: { handle: string; onSignedIn: (result: SignedIn) => void }) {
  const { t, i18n } = useTranslation();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [isSpent, setSpent] = useState(false);
  // A digit may be changed while the answer is on its way; the same digits are not sent twice at once.
  const sending = useRef<string>(undefined);
  const check = useMutation({
    mutationFn: (digits: string) => client.auth.authenticateFromEmailCode({ Handle: handle, Code: digits }),
    onSuccess: ({ Success, Token, AccountId, Merge, TriesLeft = 0 }) => {
      if (Success && Token !== undefined && AccountId !== undefined) {
        return onSignedIn({ token: Token, accountId: AccountId, ...(Merge && { mergeToken: Merge.MergeToken }) });
      }
      setSpent(TriesLeft === 0);
      setWrong(
        TriesLeft === 0
          ? t('signInModal.mail.spent')
          : t('signInModal.mail.wrongCode', { left: new Intl.NumberFormat(i18n.language).format(TriesLeft) }),
      );
    },
    onError: (thrown) => setWrong(t(signInError(thrown).key, { provider: '' })),
    onSettled: () => {
      sending.current = undefined;
    },
  });
  const type = (typed: string): void => {
    const digits = codeDigits(typed);
    setCode(digits);
    if (digits !== code) setWrong(undefined);
    if (digits.length < codeLength || digits === code || sending.current !== undefined) return;
    sending.current = digits;
    check.mutate(digits);
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
        readOnly={check.isPending || check.data?.Success === true}
        disabled={isSpent}
        onChange={({ target }) => type(target.value)}
        {...(wrong !== undefined && { error: wrong })}
      />
    </div>
  );
}

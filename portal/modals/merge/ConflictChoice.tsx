import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { thisAndOtherAccount, type MergeConflict, type ThisOrOtherAccount } from './merge-choice.ts';

export function ConflictChoice({
  title,
  conflict,
  names,
  chosen,
  disabled,
  choose,
}: {
  title: string;
  conflict: MergeConflict;
  names: Readonly<Record<ThisOrOtherAccount, string>>;
  chosen: ThisOrOtherAccount | undefined;
  disabled: boolean;
  choose: (side: ThisOrOtherAccount) => void;
}) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className="conflict" disabled={disabled}>
      <legend>{title}</legend>
      {thisAndOtherAccount.map((side) => {
        const at = conflict.lastPlayed[side];
        return (
          <label key={side}>
            <input type="radio" name={group} checked={chosen === side} onChange={() => choose(side)} />
            <span>
              <bdi>{names[side]}</bdi>
            </span>
            <span className="muted">
              {at === undefined ? (
                t('profile.notPlayed')
              ) : (
                <RelativeTime at={at} say={(time) => t('profile.lastPlayed', { time })} />
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

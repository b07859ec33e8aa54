import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergePreview } from '#model/account.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { Button } from '#portal/ui/Button.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ConflictChoice } from './ConflictChoice.tsx';
import {
  listMergeConflicts,
  isMergeConfirmed,
  oppositeMergeAccount,
  defaultMergeChoice,
  thisAndOtherAccount,
  type MergeChoice,
} from './merge-choice.ts';

export function MergeForm({
  preview,
  isBusy,
  merge,
  children,
}: {
  preview: MergePreview;
  isBusy: boolean;
  merge: (choice: MergeChoice) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [choice, setChoice] = useState(() => defaultMergeChoice(preview));
  const conflicts = listMergeConflicts(preview);
  const gameOf = useGamesByName([...preview.This.Games, ...preview.Other.Games].map(({ Game }) => Game));
  const titleOf = (name: string): string => gameOf(name)?.Title ?? name;
  const canMerge = isMergeConfirmed(choice);
  return (
    <form
      className="merge-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canMerge && !isBusy) merge(choice);
      }}
    >
      <p>{t('mergeModal.intro')}</p>
      <fieldset disabled={isBusy}>
        <legend>{t('mergeModal.chooseAccount')}</legend>
        <div className="accounts">
          {thisAndOtherAccount.map((side) => (
            <AccountCard
              key={side}
              account={preview[side]}
              isHere={side === 'This'}
              isKept={choice.keep === side}
              isMine={choice.mine[side]}
              titleOf={titleOf}
              keep={() => setChoice({ ...choice, keep: side })}
              own={(isMine) => setChoice({ ...choice, mine: { ...choice.mine, [side]: isMine } })}
            />
          ))}
        </div>
      </fieldset>
      {conflicts.length > 0 && (
        <section aria-labelledby={`${id}-conflicts`}>
          <h3 id={`${id}-conflicts`}>{t('mergeModal.conflicts')}</h3>
          <p className="muted">{t('mergeModal.conflictsText')}</p>
          {conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.game}
              title={titleOf(conflict.game)}
              conflict={conflict}
              names={{ This: preview.This.Name, Other: preview.Other.Name }}
              chosen={choice.games[conflict.game]}
              disabled={isBusy}
              choose={(side) => setChoice({ ...choice, games: { ...choice.games, [conflict.game]: side } })}
            />
          ))}
        </section>
      )}
      <WhatFollows preview={preview} keep={choice.keep} />
      {children}
      <div className="end">
        <Button
          kind="primary"
          type="submit"
          disabled={!canMerge}
          busy={isBusy}
          aria-describedby={canMerge ? undefined : `${id}-need`}
        >
          {t('mergeModal.merge')}
        </Button>
        {!canMerge && (
          <p id={`${id}-need`} className="muted">
            {t('mergeModal.confirmBoth')}
          </p>
        )}
      </div>
    </form>
  );
}

function WhatFollows({ preview, keep }: { preview: MergePreview; keep: MergeChoice['keep'] }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [readAt] = useState(() => Date.now());
  const undoUntil = new Date(readAt + preview.UndoDays * dayMs).toISOString();
  const losesWays = thisAndOtherAccount.some((side) => preview[side].Identities.some(({ SignsIn }) => !SignsIn));
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('mergeModal.effects')}</h3>
      <ul className="what">
        <li>
          {t('mergeModal.effectKept', {
            kept: isolateTextDirection(preview[keep].Name),
            gone: isolateTextDirection(preview[oppositeMergeAccount(keep)].Name),
          })}
        </li>
        {listMergeConflicts(preview).length > 0 && <li>{t('mergeModal.effectConflicts')}</li>}
        {losesWays && <li>{t('mergeModal.effectUnverified')}</li>}
        <li>{t('mergeModal.effectEmail')}</li>
        <li>{t('mergeModal.effectUndo', { date: formatDate(undoUntil, i18n.language) })}</li>
      </ul>
    </section>
  );
}

const dayMs = 86_400_000;

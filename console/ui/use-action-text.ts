import { useTranslation } from 'react-i18next';
import english from '#console/i18n/en.json';

type KnownAction = keyof (typeof english)['actions'];

/** The calls that the audit log names, as it names them. */
export const knownActions = Object.keys(english.actions).map((key) => key.replace('_', '.'));

/** What an operator did, such as the call `operatorPlayers.rename`. A command is shown as it was typed: `games add`. */
export function useActionText(): (action: string) => string {
  const { t } = useTranslation();
  return (action) => {
    const key = action.replace('.', '_');
    return isKnown(key) ? t(`actions.${key}`) : action;
  };
}

const isKnown = (key: string): key is KnownAction => Object.hasOwn(english.actions, key);

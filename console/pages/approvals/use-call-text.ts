import { useTranslation } from 'react-i18next';
import english from '#console/i18n/en.json';

/** What a call that needs a second person does. */
export function useCallText(): (call: string) => string {
  const { t } = useTranslation();
  return (call) => {
    const name = call.replace('.', '_');
    return isKnown(name) ? t(`approvals.calls.${name}`) : call;
  };
}

const isKnown = (name: string): name is keyof (typeof english)['approvals']['calls'] =>
  Object.hasOwn(english.approvals.calls, name);

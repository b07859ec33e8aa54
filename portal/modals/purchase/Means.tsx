// With what one can pay, each with its mark. Names of brands are the same in every language.
import { useTranslation } from 'react-i18next';
import type { PaymentMeans } from '#model/payment-means.ts';
import { Icon, type IconName } from '#portal/ui/Icon.tsx';

const brands = {
  ApplePay: 'Apple Pay',
  GooglePay: 'Google Pay',
  PayPal: 'PayPal',
  SberPay: 'SberPay',
  YooMoney: 'ЮMoney',
  VkPay: 'VK Pay',
} as const;

const icons = {
  Card: 'card',
  Sbp: 'transfer',
  Wallet: 'wallet',
  BankTransfer: 'transfer',
  PhoneBill: 'phone',
  Cash: 'cash',
  GiftCard: 'gift',
} as const satisfies Record<Exclude<PaymentMeans, keyof typeof brands>, IconName>;

export function Means({ means }: { means: readonly PaymentMeans[] }) {
  const { t } = useTranslation();
  return (
    <span className="means">
      {means.map((each) =>
        each in brands ? (
          <b key={each} className="brand">
            {brands[each as keyof typeof brands]}
          </b>
        ) : (
          <span key={each} dir="auto">
            <Icon name={icons[each as keyof typeof icons]} size={18} />
            {t(`purchase.means.${each as keyof typeof icons}`)}
          </span>
        ),
      )}
    </span>
  );
}

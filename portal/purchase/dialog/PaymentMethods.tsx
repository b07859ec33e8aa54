import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '#model/payment-methods.ts';
import { IconSvg } from '#portal/ui/Icon.tsx';

const brands = {
  ApplePay: 'Apple Pay',
  GooglePay: 'Google Pay',
  PayPal: 'PayPal',
  SberPay: 'SberPay',
  YooMoney: 'ЮMoney',
  VkPay: 'VK Pay',
} as const;

const transfer = <path d="M4 9h14M14 5l4 4-4 4M20 15H6M10 11l-4 4 4 4" />;

const icons = {
  Card: (
    <path d="M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3 10h18M6.5 15h4" />
  ),
  Wallet: (
    <path d="M19 8V6a1 1 0 0 0-1-1H5.5a2 2 0 0 0 0 4H20a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H5.5a2 2 0 0 1-2-2V7M17 14v.01" />
  ),
  Sbp: transfer,
  BankTransfer: transfer,
  PhoneBill: (
    <path d="M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2" />
  ),
  Cash: <path d="M3 6.5h18v11H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 12v.01M18 12v.01" />,
  GiftCard: (
    <path d="M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C9 7 7.5 6 7.5 4.5S10.5 3 12 7zM12 7c3 0 4.5-1 4.5-2.5S13.5 3 12 7z" />
  ),
} as const satisfies Record<Exclude<PaymentMethod, keyof typeof brands>, ReactNode>;

export const PaymentMethodLogo = ({ method, size }: { method: keyof typeof icons; size: number }) => (
  <IconSvg size={size}>{icons[method]}</IconSvg>
);

export function PaymentMethods({ methods }: { methods: readonly PaymentMethod[] }) {
  const { t } = useTranslation();
  return (
    <span className="payment-methods">
      {methods.map((each) =>
        each in brands ? (
          <b key={each} className="brand">
            {brands[each as keyof typeof brands]}
          </b>
        ) : (
          <span key={each} dir="auto">
            <PaymentMethodLogo method={each as keyof typeof icons} size={18} />
            {t(`purchase.method.${each as keyof typeof icons}`)}
          </span>
        ),
      )}
    </span>
  );
}

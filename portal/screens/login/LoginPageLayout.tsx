import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './login-page.css';

export function LoginPageLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="login-page" aria-labelledby="login-title">
      <h1 id="login-title">{title}</h1>
      {children}
    </section>
  );
}

export function LoginWaiting({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <LoginPageLayout title={t('loginPages.title')}>
      <div className="waiting" role="status">
        <i aria-hidden="true" />
        <p>{t('loginPages.wait')}</p>
      </div>
      {children}
    </LoginPageLayout>
  );
}

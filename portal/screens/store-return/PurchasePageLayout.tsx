import type { ReactNode } from 'react';
import './purchase-page.css';

export function PurchasePageLayout({
  title,
  screen,
  children,
}: {
  title: string;
  screen: string;
  children: ReactNode;
}) {
  return (
    <section className="purchase-page" data-screen={screen} aria-labelledby="purchase-title">
      <h1 id="purchase-title">{title}</h1>
      {children}
    </section>
  );
}

export function BoughtProduct({
  name,
  price,
  imageUrl,
}: {
  name: string;
  price: string;
  imageUrl?: string | undefined;
}) {
  return (
    <div className="bought">
      {imageUrl !== undefined && <img src={imageUrl} alt="" width="72" height="72" />}
      <p className="name">
        <bdi>{name}</bdi>
      </p>
      <p className="price">
        <bdi>{price}</bdi>
      </p>
    </div>
  );
}

export function PurchaseWaiting({ children }: { children: ReactNode }) {
  return (
    <div className="waiting">
      <i aria-hidden="true" />
      <p role="status">{children}</p>
    </div>
  );
}

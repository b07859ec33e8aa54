// The last net: whatever a screen throws ends here, is reported, and leaves a page that says so and offers a way out.
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { goToOwnPage } from '#portal/go-to.ts';
import { captureError } from '#portal/reporting/reporting.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

export class RootErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    captureError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { t } = useTranslation();
  return (
    <main className="bare-layout">
      <EmptyState
        alert
        drawing="broken"
        title={t('broken.title')}
        text={t('broken.text')}
        action={
          <Button kind="primary" onClick={beginAnew}>
            {t('broken.reload')}
          </Button>
        }
      />
    </main>
  );
}

/** This page without what its address says besides, or the first one where nobody could load this one by its path. */
function beginAnew(): void {
  if (!goToOwnPage(window.location.pathname, 'assign')) goToOwnPage(runtimeConfig.basePath, 'assign');
}

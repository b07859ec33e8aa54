// The last net: whatever a screen throws ends here, is reported, and leaves a page that says so and offers a way out. A screen
// that could not be loaded is tried with a new page first.
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { goToOwnPage } from '#portal/go-to.ts';
import { reloadForMissingFile } from '#portal/missing-file.ts';
import { captureError } from '#portal/reporting/reporting.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { HydrationEnd } from './HydrationEnd.tsx';

export class RootErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, isShown: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (reloadForMissingFile(error)) return;
    captureError(error);
    this.setState({ isShown: true });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.state.isShown ? <Broken /> : undefined;
  }
}

interface State {
  readonly failed: boolean;
  /** The player is shown it, since no new page is on its way. */
  readonly isShown: boolean;
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
      <HydrationEnd />
    </main>
  );
}

/** This page without what its address says besides, or the first one where nobody could load this one by its path. */
function beginAnew(): void {
  if (!goToOwnPage(window.location.pathname, 'assign')) goToOwnPage(runtimeConfig.basePath, 'assign');
}

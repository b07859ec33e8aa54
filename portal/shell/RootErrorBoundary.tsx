// The last error boundary: reports an error and shows a page with a way out. If a screen's code could not be loaded, it
// reloads the page first.
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
  /** The error is shown to the player, because no reload follows. */
  readonly isShown: boolean;
}

function Broken() {
  const { t } = useTranslation();
  return (
    <main className="bare-layout">
      <EmptyState
        alert
        drawing="broken"
        title={t('crash.title')}
        text={t('crash.text')}
        action={
          <Button kind="primary" onClick={beginAnew}>
            {t('crash.reload')}
          </Button>
        }
      />
      <HydrationEnd />
    </main>
  );
}

/** Without query and hash; the home page if the path is not valid. */
function beginAnew(): void {
  if (!goToOwnPage(window.location.pathname, 'assign')) goToOwnPage(runtimeConfig.basePath, 'assign');
}

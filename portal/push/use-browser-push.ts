import { useMutation, useQuery } from '@tanstack/react-query';
import { apiClient } from '#portal/api.ts';
import { canAskForPush, registerPush } from './register-push.ts';
import { currentPushBrowser } from './current-push-browser.ts';
import { findPushKey } from './push-key.ts';
import { forgetPushAccount, isPushAccountSignedIn, savePushAccount } from './push-account.ts';
import { fetchAndSyncGameSubscriptions, syncGameSubscriptions } from './sync-game-subscriptions.ts';
import { useSessionNumber } from '#portal/session.ts';

export function useBrowserPush(onChanged: () => void) {
  const browser = currentPushBrowser();
  const publicKey = findPushKey(undefined);
  const session = useSessionNumber();
  const state = useQuery({ queryKey: ['push here', session], queryFn: isOnHere, staleTime: 0 });
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) {
        forgetPushAccount();
        await syncGameSubscriptions([], apiClient.push.save);
        const subscription = await (await browser.worker)?.pushManager?.getSubscription();
        await subscription?.unsubscribe();
        return;
      }
      const { outcome } = await registerPush(browser, publicKey ?? '', async (registration) => {
        await apiClient.push.save(registration);
        await savePushAccount();
        await fetchAndSyncGameSubscriptions(apiClient);
      });
      if (outcome === 'unavailable') throw new Error('This browser could not be subscribed to push messages.');
    },
    networkMode: 'always',
    onSettled: async () => {
      await state.refetch();
      onChanged();
    },
  });
  return {
    /** False if the browser does not support notifications, or the portal is in a frame. */
    isPossible: publicKey !== undefined && !browser.isFramed && Boolean(browser.notifications && browser.worker),
    isRefused: !canAskForPush(browser),
    isOn: state.data ?? false,
    isBusy: change.isPending,
    error: change.error,
    change: (isOn: boolean): void => change.mutate(isOn),
  };
}

async function isOnHere(): Promise<boolean> {
  const { notifications } = currentPushBrowser();
  return notifications?.permission === 'granted' && (await isPushAccountSignedIn());
}

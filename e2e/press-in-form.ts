// Presses a button of a payment provider's form, which the portal removes once the payment ends.
import type { FrameLocator } from '@playwright/test';

/**
 * Without the mouse, because the form moves while it grows, and without the keyboard, because Chromium never confirms a
 * key press to a frame that is removed before the key is released.
 */
export async function pressInForm(form: FrameLocator, name: string): Promise<void> {
  await form.getByRole('button', { name, exact: true }).dispatchEvent('click');
}

// Payments by Xsolla's Pay Station: in the portal as a widget in the checkout frame, for a buyer who leaves it as a page. How is in
// `kit/xsolla`: platforms sell through projects of their own.
import { xsollaOperations } from '#kit/xsolla/operations.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { xsolla } from './provider.ts';

export const adapter = defineServerAdapter(xsolla, xsollaOperations);

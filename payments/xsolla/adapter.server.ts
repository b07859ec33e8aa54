// The implementation is in `kit/xsolla`, because platforms also sell through Xsolla, with their own projects.
import { xsollaPaymentOperations } from '#kit/xsolla/operations.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { xsolla } from './provider.ts';

export const adapter = defineServerAdapter(xsolla, xsollaPaymentOperations);

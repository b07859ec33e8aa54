import { checkEmail } from '#portal/sign-in/check-email.ts';

export interface BuyerInfoErrors {
  readonly email?: 'required' | 'contact_required' | 'invalid_email';
  readonly phone?: 'invalid_phone_number';
}

/** If no email address is required, a phone number is enough. */
export function validateBuyerInfo(email: string, phone: string, isEmailRequired: boolean): BuyerInfoErrors {
  const wrongEmail = checkEmail(email);
  const typedPhone = phone.trim();
  return {
    ...(wrongEmail === 'required' && isEmailRequired && { email: 'required' as const }),
    ...(wrongEmail === 'required' && !isEmailRequired && typedPhone === '' && { email: 'contact_required' as const }),
    ...(wrongEmail === 'invalid' && { email: 'invalid_email' as const }),
    ...(typedPhone !== '' && !/^\+?[1-9]\d{1,14}$/.test(typedPhone) && { phone: 'invalid_phone_number' as const }),
  };
}

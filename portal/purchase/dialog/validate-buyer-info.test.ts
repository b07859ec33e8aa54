import { expect, test } from 'vitest';
import { validateBuyerInfo } from './validate-buyer-info.ts';

test.each([
  ['', '', false, { email: 'contact_required' }],
  ['  ', ' ', false, { email: 'contact_required' }],
  ['', '+4915112345678', false, {}],
  ['', '', true, { email: 'required' }],
  ['ada@', '', false, { email: 'invalid_email' }],
  ['ada', '', true, { email: 'invalid_email' }],
  [' ada@example.org ', ' +4915112345678 ', true, {}],
  ['ada@example.org', '15', true, {}],
  ['ada@example.org', '123456789012345', true, {}],
  ['ada@example.org', '1234567890123456', true, { phone: 'invalid_phone_number' }],
  ['ada@example.org', '0151', true, { phone: 'invalid_phone_number' }],
  ['ada@example.org', '7', true, { phone: 'invalid_phone_number' }],
  ['ada@example.org', '+49 151', true, { phone: 'invalid_phone_number' }],
  ['x', '++49', false, { email: 'invalid_email', phone: 'invalid_phone_number' }],
])('e-mail %j and phone %j, required: %s', (email, phone, isRequired, problems) => {
  expect(validateBuyerInfo(email, phone, isRequired)).toEqual(problems);
});

import { expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { listRouteProblems, type Route } from '#model/route.ts';
import english from '#console/i18n/en.json';

/** The server's detail names the field, or the console never sends such a request. */
const withoutText = ['InvalidRequest', 'MalformedBody', 'TooDeep', 'UnsupportedMediaType'];

it('every problem of a call of operators has a text in the console', () => {
  const routes: readonly Route[] = Object.values(api).flatMap((area) => Object.values(area));
  const codes = routes
    .filter(({ access }) => access.includes('operator') || access.includes('console'))
    .flatMap((route) => listRouteProblems(route));
  const missing = [...new Set(codes)].filter((code) => !Object.hasOwn(english.problems, code));
  expect(missing.toSorted()).toEqual(withoutText.toSorted());
});

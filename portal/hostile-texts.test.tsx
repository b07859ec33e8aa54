// Every hostile text, where the portal shows texts of others: as a person's name, in a sentence, as Markdown. The page is looked at
// as it stands, so what is seen here holds without the content policy too.
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { FriendLine } from '#portal/modals/social/FriendLine.tsx';
import { draw } from '#portal/testing/draw.tsx';
import { Markdown } from '#portal/ui/Markdown.tsx';

/** What of a page could run something, or lead somewhere that nobody meant. */
function findDanger(page: HTMLElement): string[] {
  return [...page.querySelectorAll('*')].flatMap((element) => {
    const isRunning = /^(script|iframe|object|embed|base|meta|link|form|template)$/i.test(element.localName);
    const attributes = [...element.attributes].filter(
      ({ name, value }) => /^on|^srcdoc$/i.test(name) || /^\W*(javascript|vbscript|data|blob|file):/i.test(value),
    );
    return isRunning || attributes.length > 0
      ? [`${element.localName} ${attributes.map(({ name, value }) => `${name}=${value}`).join(' ')}`]
      : [];
  });
}

test('the corpus has 150 texts, and a page in which one got through is told', () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(150);
  const html = '<b onclick="hostile()"></b><a href="javascript:hostile()">x</a><p>x</p>';
  const page = new DOMParser().parseFromString(html, 'text/html').body;
  expect(findDanger(page)).toHaveLength(2);
});

test('names stay text', async () => {
  const { page } = await draw(
    <>
      {hostileTexts.map((text) => (
        <FriendLine key={text} id="a1" name={text}>
          {text}
        </FriendLine>
      ))}
    </>,
  );
  expect(findDanger(page)).toEqual([]);
  expect([...page.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(hostileTexts);
});

test('Markdown runs nothing', async () => {
  const { page } = await draw(
    <>
      {hostileTexts.map((text) => (
        <Markdown key={text} text={text} />
      ))}
    </>,
  );
  expect(findDanger(page)).toEqual([]);
});

test('what is put into a sentence is not read as one', () => {
  for (const title of hostileTexts) expect(i18next.t('profile.onlyGame', { title })).toBe(`Only in ${title}`);
});

// Makes transient states permanent: copies the style rules for `:hover` to `.shown-hover`, and likewise for focus and
// press.

const classOfState = { ':hover': '.shown-hover', ':focus-visible': '.shown-focus', ':active': '.shown-active' };

export function showInteractionStates(page: Document): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    [...page.styleSheets]
      .flatMap((each) => [...each.cssRules])
      .flatMap(shownRule)
      .join('\n'),
  );
  page.adoptedStyleSheets.push(sheet);
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

function shownRule(rule: CSSRule): string[] {
  if (!(rule instanceof CSSStyleRule)) return [];
  let selector = rule.selectorText;
  for (const [state, shown] of Object.entries(classOfState)) selector = selector.replaceAll(state, shown);
  return selector === rule.selectorText ? [] : [`${selector} { ${rule.style.cssText} }`];
}

// Parts of the page that need a portal: name, friends, shop, rewarded ad and challenges. Hidden until a portal that
// supports them is connected.

const element = (id) => document.getElementById(id);

export function openExtras(game) {
  let portal;
  let price;
  let friends = [];
  let asked = 0;
  let shopNote;

  function write(id, text) {
    element(id).textContent = text ?? '';
    element(id).hidden = !text;
  }

  function refresh() {
    const words = game.words();
    const name = portal?.info().social.displayName;
    write('hello', name && words.hello.replace('{name}', name));
    write('friends', friends.length > 0 && words.friends.replace('{names}', friends.slice(0, 3).join(', ')));
    element('shop').hidden = !portal;
    element('buy').hidden = game.hasLamp();
    element('buy').textContent = price ? `${words.buy} · ${price}` : words.buy;
    write('shop-note', game.hasLamp() ? words.bought : words[shopNote]);
    element('relight').hidden = !portal?.hasFilms() || !game.canRelight();
    element('challenge').hidden = !portal;
    element('board').hidden = !portal;
  }

  /** Disables the button during the call, so that one press makes one call. */
  function onPress(id, action) {
    element(id).addEventListener('click', async () => {
      element(id).disabled = true;
      try {
        await action();
      } finally {
        element(id).disabled = false;
        refresh();
      }
    });
  }

  onPress('buy', async () => {
    const outcome = await portal.buyLamp();
    if (outcome === 'bought') game.gotLamp();
    shopNote = { closed: 'shopClosed', failed: 'failed' }[outcome];
  });
  onPress('relight', async () => {
    if (await portal.watchFilm()) game.relight();
    else write('over-note', game.words().failed);
  });
  onPress('challenge', async () => {
    const isDone = await portal.challenge(game.words().challengeLine.replace('{depth}', game.depth()));
    write('over-note', !isDone && game.words().failed);
  });
  onPress('board', () => portal.showBoard());
  async function ask() {
    if (!portal) return;
    asked += 1;
    const turn = asked;
    const answers = await Promise.all([portal.lampPrice(), portal.friends()]);
    // The player changed during the requests.
    if (turn !== asked) return;
    [price, friends] = answers;
    refresh();
  }

  return {
    refresh,
    ask,
    clearNote: () => write('over-note', ''),
    async submitDepth(depth) {
      const beaten = (await portal?.submitDepth(depth)) ?? [];
      write('beaten', beaten.length > 0 && game.words().beaten.replace('{names}', beaten.join(', ')));
    },
    async bring(found) {
      portal = found;
      refresh();
      await ask();
    },
  };
}

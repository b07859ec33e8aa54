// Events, newest first; the oldest are dropped.

const MOST = 200;

export function openEventLog() {
  const list = document.getElementById('events');
  const count = document.getElementById('count');
  const quiet = document.getElementById('quiet');
  const panel = document.getElementById('log');
  const wide = matchMedia('(min-width: 960px)');
  let heard = 0;

  // On a wide screen the log fits next to the methods; on a phone it would cover them.
  const fit = () => {
    panel.open = wide.matches;
  };
  fit();
  wide.addEventListener('change', fit);
  document.getElementById('clear').addEventListener('click', () => {
    heard = 0;
    list.replaceChildren();
    update();
  });

  function update() {
    count.textContent = String(heard);
    quiet.hidden = heard > 0;
  }

  return {
    add(name, data) {
      const item = document.getElementById('event').content.cloneNode(true).firstElementChild;
      const time = item.querySelector('time');
      const now = new Date();
      time.dateTime = now.toISOString();
      time.textContent = now.toISOString().slice(11, 23);
      item.querySelector('.title').textContent = name;
      item.querySelector('pre').textContent = JSON.stringify(data, undefined, 2);
      list.prepend(item);
      while (list.children.length > MOST) list.lastElementChild.remove();
      heard += 1;
      update();
    },
  };
}

// As in a game with a copy of the vendor's script in its own files.
(() => {
  'use strict';
  if (!window.Telegram) window.Telegram = {};
  window.Telegram.WebApp = { isFake: true, initData: '' };
})();

// A simulated ad network without ads: it counts down and grants the reward through the real network's calls.
(() => {
  const rewardAfterS = 3;
  const add = (parent, tag, text) => {
    const element = parent.appendChild(document.createElement(tag));
    element.textContent = text;
    return element;
  };
  const render = ({ blockId, platform, onRender, onRewarded, onClose, onError }) => {
    if (blockId === 'no-fill') return onError?.({ code: 'NO_FILL' });
    const cover = add(document.body, 'main', '');
    cover.style.cssText =
      'height:100%;display:grid;place-content:center;gap:16px;justify-items:center;font:18px system-ui;color:#fff;background:#234';
    add(cover, 'strong', 'Simulated ad');
    add(cover, 'p', `Ad block ${blockId} for ${platform}.`);
    const left = add(cover, 'p', '');
    const close = add(cover, 'button', 'Close');
    close.style.cssText = 'font:inherit;padding:12px 24px';
    let seconds = rewardAfterS;
    const tell = () => (left.textContent = seconds > 0 ? `Reward in ${seconds} s` : 'Reward earned');
    const timer = setInterval(() => {
      seconds -= 1;
      tell();
      if (seconds === 0) clearInterval(timer);
    }, 1000);
    tell();
    close.addEventListener('click', () => {
      clearInterval(timer);
      cover.remove();
      onRewarded?.(seconds === 0);
      onClose?.();
    });
    return onRender?.();
  };
  window.Ya = { Context: { AdvManager: { render, getPlatform: () => 'desktop' } } };
  const waiting = window.yaContextCb ?? [];
  window.yaContextCb = { push: (act) => act() };
  for (const act of waiting) act();
})();

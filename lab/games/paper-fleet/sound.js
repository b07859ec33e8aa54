// Synthesised sounds, off until the player turns them on.

export function createSound() {
  let audio;
  let isOn = false;

  return {
    isOn: () => isOn,
    toggle() {
      isOn = !isOn;
      // Browsers allow an audio context only after a user gesture, such as this click.
      if (isOn) audio ??= new AudioContext();
      return isOn;
    },
    tone({ fromHz, toHz = fromHz, seconds = 0.12, shape = 'sine', volume = 0.12, delaySeconds = 0 }) {
      if (!isOn || document.hidden) return;
      const start = audio.currentTime + delaySeconds;
      const oscillator = audio.createOscillator();
      const gain = audio.createGain();
      oscillator.type = shape;
      oscillator.frequency.setValueAtTime(fromHz, start);
      oscillator.frequency.exponentialRampToValueAtTime(Math.max(20, toHz), start + seconds);
      gain.gain.setValueAtTime(volume, start);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(start);
      oscillator.stop(start + seconds);
    },
  };
}

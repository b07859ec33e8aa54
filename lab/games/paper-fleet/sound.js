// Small synthesised sounds. Off until the player switches them on, so no page ever starts with noise.

export function createSound() {
  let audio;
  let isOn = false;

  return {
    isOn: () => isOn,
    toggle() {
      isOn = !isOn;
      // The browser allows an audio context only after a gesture; switching the sound on is that gesture.
      if (isOn) audio ??= new AudioContext();
      return isOn;
    },
    /** Plays one tone that glides from one pitch to another and fades out. */
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

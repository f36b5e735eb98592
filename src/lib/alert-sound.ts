import { localPreference } from './local-preference.ts'

/** Whether staff hear what arrives while the page is not in use. Kept in this browser, off by default. */
const sound = localPreference<'on' | 'off'>('alert-sound', ['on', 'off'])

/** Plays the sound if it is switched on and the page is not in use. */
export function playAlert() {
  const isInUse = document.visibilityState === 'visible' && document.hasFocus()
  if (!isInUse && sound.get() === 'on') ring()
}

/** The state of the switch, and its function, which plays the sound when it is switched on. */
export function useAlertSound() {
  const switchSound = (isOn: boolean) => {
    sound.set(isOn ? 'on' : 'off')
    if (isOn) ring()
  }
  return [sound.use() === 'on', switchSound] as const
}

let audio: AudioContext | undefined

function ring() {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [at, frequency] of [660, 880].entries()) note(audio, frequency, audio.currentTime + at * 0.14)
  } catch {}
}

function note(context: AudioContext, frequency: number, start: number) {
  const [tone, volume] = [context.createOscillator(), context.createGain()]
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0.12, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.3)
}

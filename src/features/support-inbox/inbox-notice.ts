import { localPreference } from '#client/lib/local-preference.ts'

/** Whether this browser tells of new messages while the page is not looked at. Off until somebody asks for it. */
export const inboxNotice = localPreference<'on' | 'off'>('chat-notice', ['on', 'off'])
export const inboxSound = localPreference<'on' | 'off'>('chat-sound', ['on', 'off'])

/** Asks the browser for notices; false when it, or the person, says no. */
export async function allowNotices(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  if (Notification.permission === 'granted') return true
  return (await Notification.requestPermission()) === 'granted'
}

/** Tells who has written, never what: a notice stands on screens that others see. */
export function showNotice(from: string, onOpen: () => void): void {
  if (inboxNotice.get() !== 'on' || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(`New message from ${from}`, { tag: 'chat', silent: true })
    notice.onclick = () => {
      window.focus()
      notice.close()
      onOpen()
    }
  } catch {
    // Phones have notices for service workers only.
  }
}

let audio: AudioContext | undefined

/** Two short notes, made by the browser itself. */
export function playSound(): void {
  if (inboxSound.get() === 'on') ring()
}

/** The same whatever the setting, for who has just switched it on. */
export function ring(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [at, frequency] of [660, 880].entries()) note(audio, frequency, audio.currentTime + at * 0.14)
  } catch {
    // A browser without sound is silent.
  }
}

function note(context: AudioContext, frequency: number, start: number): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()]
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0.12, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.3)
}

import { localPreference } from '#client/lib/local-preference.ts'

/** Whether this browser shows notifications while the page is not in use. Off by default. */
export const inboxNotice = localPreference<'on' | 'off'>('chat-notice', ['on', 'off'])
export const inboxSound = localPreference<'on' | 'off'>('chat-sound', ['on', 'off'])

/** Requests the permission for notifications; false if it is denied or unsupported. */
export async function allowNotices(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  if (Notification.permission === 'granted') return true
  return (await Notification.requestPermission()) === 'granted'
}

/** Shows the sender only: others may see the screen, so the message text is left out. */
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
    // Mobile browsers allow notifications from service workers only.
  }
}

let audio: AudioContext | undefined

/** Plays two short tones if sound is enabled. */
export function playSound(): void {
  if (inboxSound.get() === 'on') ring()
}

/** Plays the tones regardless of the setting, as a preview. */
export function ring(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [at, frequency] of [660, 880].entries()) note(audio, frequency, audio.currentTime + at * 0.14)
  } catch {
    // Without audio support there is no sound.
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

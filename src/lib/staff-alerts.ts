import { useState } from 'react'
import { localPreference } from './local-preference.ts'

type Choice = 'on' | 'off'

/** What staff can be alerted to while the page is not in use. Kept in this browser, off by default. */
export type StaffAlert = ReturnType<typeof staffAlert>

function staffAlert(kind: string, words: { title: string; noticeLabel: string }) {
  return {
    kind,
    ...words,
    notice: localPreference<Choice>(`${kind}-notice`, ['on', 'off']),
    sound: localPreference<Choice>(`${kind}-sound`, ['on', 'off']),
  }
}

export const chatAlert = staffAlert('chat', {
  title: 'When a message arrives and this tab is in the background',
  noticeLabel: 'Show a desktop notification (name only, no message text)',
})
export const orderAlert = staffAlert('order', {
  title: 'When an order arrives and this tab is in the background',
  noticeLabel: 'Show a desktop notification (card and value, never the code)',
})

export const overdueAlert = staffAlert('overdue', {
  title: 'When an order becomes overdue and this tab is in the background',
  noticeLabel: 'Show a desktop notification (number of orders only)',
})

/**
 * Plays the sound and shows the notification of an alert, as far as they are switched on and the page is not in use.
 * Others may see the screen, so `text` must not contain secrets or messages.
 */
export function raiseAlert(alert: StaffAlert, text: string, onOpen: () => void): void {
  if (!isAlerting(alert)) return
  const { kind, notice, sound } = alert
  if (sound.get() === 'on') ring()
  if (notice.get() === 'on') showNotice(kind, text, onOpen)
}

/** Whether an alert would be seen or heard: one of its switches is on and the page is not in use. */
export function isAlerting({ notice, sound }: StaffAlert): boolean {
  const isInUse = document.visibilityState === 'visible' && document.hasFocus()
  return !isInUse && (notice.get() === 'on' || sound.get() === 'on')
}

function showNotice(tag: string, text: string, onOpen: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(text, { tag, silent: true })
    notice.onclick = () => {
      window.focus()
      notice.close()
      onOpen()
    }
  } catch {
    // Mobile browsers allow notifications from service workers only.
  }
}

/** The switches of an alert. Switching the sound on plays it; a browser may refuse notifications. */
export function useStaffAlert({ title, noticeLabel, notice, sound }: StaffAlert) {
  const [isRefused, setIsRefused] = useState(false)
  return {
    title,
    noticeLabel,
    hasNotice: notice.use() === 'on',
    hasSound: sound.use() === 'on',
    isRefused,
    async switchNotice(isOn: boolean) {
      const mayNotify = !isOn || (await allowNotices())
      setIsRefused(!mayNotify)
      notice.set(isOn && mayNotify ? 'on' : 'off')
    },
    switchSound(isOn: boolean) {
      sound.set(isOn ? 'on' : 'off')
      if (isOn) ring()
    },
  }
}

/** Requests the permission for notifications; false if it is denied or unsupported. */
async function allowNotices(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  if (Notification.permission === 'granted') return true
  return (await Notification.requestPermission()) === 'granted'
}

let audio: AudioContext | undefined

/** Plays two short tones. */
function ring(): void {
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

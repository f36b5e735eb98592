import { site } from '#shared/site.ts'

/** The event for the other tabs of this browser: the shared session cookie has changed. */
export type SessionSign = 'signed-in' | 'signed-out'

const name = `${site.storagePrefix}session`

export function notifyOtherTabs(sign: SessionSign) {
  const channel = new BroadcastChannel(name)
  channel.postMessage(sign)
  channel.close()
}

/** Calls `listener` for events of other tabs until the returned function is called. */
export function onOtherTab(listener: (sign: SessionSign) => void) {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => listener(data)
  return () => channel.close()
}

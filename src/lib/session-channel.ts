import { site } from '#shared/site.ts'

/** What a tab says to the other tabs of this browser: the cookie they share is another now. */
export type SessionSign = 'signed-in' | 'signed-out'

const name = `${site.storagePrefix}session`

/** Says in the other tabs that somebody has signed in or out in this one. */
export function notifyOtherTabs(sign: SessionSign): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(sign)
  channel.close()
}

/** Calls `listener` with what other tabs say, until the returned function is called. */
export function onOtherTab(listener: (sign: SessionSign) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => listener(data)
  return () => channel.close()
}

import { useSyncExternalStore } from 'react'
import { site } from '#shared/site.ts'
import { readStored, writeStored } from './storage.ts'

type DeviceSetting<Value extends string> = {
  get(): Value | undefined
  set(value: Value): void
  /** The value; undefined during prerendering and hydration. */
  use(): Value | undefined
  subscribe(onChange: () => void): () => void
}

/** A preference of this device, shared by all tabs. Without storage it lasts until the page is closed. */
export function localPreference<Value extends string>(name: string, values: readonly Value[]): DeviceSetting<Value> {
  const key = site.deviceSettingPrefix + name
  const listeners = new Set<() => void>()
  let unstored: Value | undefined
  const get = () => readStored(key, (stored) => values.find((value) => value === stored)) ?? unstored
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === site.storagePrefix + key || event.key === null) notify()
  }

  function subscribe(onChange: () => void) {
    if (listeners.size === 0) window.addEventListener('storage', fromOtherTab)
    listeners.add(onChange)
    return () => {
      listeners.delete(onChange)
      if (listeners.size === 0) window.removeEventListener('storage', fromOtherTab)
    }
  }
  return {
    get,
    set(value) {
      unstored = value
      writeStored(key, value)
      notify()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => undefined),
  }
}

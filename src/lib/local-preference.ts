import { useSyncExternalStore } from 'react'
import { site } from '#shared/site.ts'
import { readStored, writeStored } from './storage.ts'

export type DeviceSetting<Value extends string> = {
  get(): Value | undefined
  set(value: Value): void
  /** The value on screen; undefined on the server and for the first paint after it. */
  use(): Value | undefined
  subscribe(onChange: () => void): () => void
}

/**
 * One choice that belongs to this device: kept in the browser's storage, the same in every part of the page and in
 * every tab. Without storage it holds until the page is left.
 */
export function localPreference<Value extends string>(name: string, values: readonly Value[]): DeviceSetting<Value> {
  const key = site.deviceSettingPrefix + name
  const listeners = new Set<() => void>()
  let unstored: Value | undefined
  const get = () => readStored(key, (stored) => values.find((value) => value === stored)) ?? unstored
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === site.storagePrefix + key || event.key === null) tell()
  }

  function subscribe(onChange: () => void): () => void {
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
      tell()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => undefined),
  }
}

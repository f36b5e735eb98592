import { useSyncExternalStore } from 'react'

/** A value outside React. `set` calls the listeners. */
type Store<Value> = { get(): Value; set(value: Value): void; subscribe(listener: () => void): () => void }

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value with which the server has rendered the page, and which the server may replace later. */
export function createPageStore<Value>(first: Value) {
  const store = createStore(first)
  let rendered = first
  return {
    ...store,
    /** Renders with this value. Call it before the first render. */
    start(value: Value) {
      rendered = value
      store.set(value)
    },
    isRendered: () => store.get() === rendered,
    /** The newest value that this page has; during hydration the one that the server has rendered. */
    use: () => useSyncExternalStore(store.subscribe, store.get, () => rendered),
  }
}

export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>) {
  return useSyncExternalStore(subscribe, get, get)
}

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False while a prerendered page is hydrated, true from then on. Hydration is incremental: each part first has to
 * match the prerendered HTML, whatever has arrived in between.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

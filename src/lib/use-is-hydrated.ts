import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False during hydration, in which each part has to match the prerendered HTML. */
export function useIsHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

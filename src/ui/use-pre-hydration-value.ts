import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'

/** What was typed before hydration. Pass the returned ref to the control; `ref` is set as well. */
export function usePreHydrationValue<Element extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  take: (value: string) => void,
  ref: Ref<Element> | undefined,
) {
  const control = useRef<Element>(null)
  useImperativeHandle(ref, () => control.current as Element)

  // The DOM is outside React. Before the next paint, so that nothing flashes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is there at the start was typed early
  useLayoutEffect(() => {
    const typed = control.current?.value
    if (typed !== undefined && typed !== value) take(typed)
  }, [])
  return control
}

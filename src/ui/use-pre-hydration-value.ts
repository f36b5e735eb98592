import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Takes over what a person typed before the script ran: it stands in the control that was drawn, and nowhere else.
 * Give the control the ref this returns; `ref` is filled as well.
 */
export function usePreHydrationValue<Element extends Control>(
  value: string,
  take: (value: string) => void,
  ref: Ref<Element> | undefined,
): RefObject<Element | null> {
  const control = useRef<Element>(null)
  useImperativeHandle(ref, () => control.current as Element)

  // The document; before the next paint, so that nothing flashes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is there at the start was typed early
  useLayoutEffect(() => {
    const typed = control.current?.value
    if (typed !== undefined && typed !== value) take(typed)
  }, [])
  return control
}

import { useEffect, useRef } from 'react'

/** A ref to an element that takes the focus when it appears, as when the pressed button is unmounted. */
export function useFocusOnMount<Focusable extends HTMLElement>() {
  const element = useRef<Focusable>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

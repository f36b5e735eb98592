import { type RefObject, useEffect, useRef } from 'react'
import { focusField } from './submit-checklist.tsx'

export function useRepeatFocus(
  form: RefObject<HTMLFormElement | null>,
  { isRepeat, hasPhotos }: { isRepeat: boolean; hasPhotos: boolean },
): void {
  const isOver = useRef(false)
  useEffect(() => {
    if (!isRepeat || isOver.current) return
    // The page begins with which card it is, above the photos.
    focusField(form.current, hasPhotos ? 'cardNumber' : 'files', { preventScroll: !hasPhotos })
    isOver.current = hasPhotos
  }, [form, isRepeat, hasPhotos])
}

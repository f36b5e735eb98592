import type { ComponentType } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { DialogFailed } from '#client/ui/part-failed.tsx'
import { OpeningBar } from './opening-bar.tsx'

/** A dialog that is loaded when it first opens; on a slow network a progress bar shows until then. */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(load, DialogFailed, <OpeningBar />)
}

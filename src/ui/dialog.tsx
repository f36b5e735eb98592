import * as RadixDialog from '@radix-ui/react-dialog'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'

export type DialogProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'full'
  /** Disables Escape, outside presses and the close button. */
  locked?: boolean
  /** Ignores a press outside, which would lose what was entered. */
  keepsOpen?: boolean
  side?: 'center' | 'right'
  /** The initial focus, if not the first field. Without a field it is the title. */
  firstFocus?: RefObject<HTMLElement | null> | 'title'
  children: ReactNode
}

const fields = ':is(input:not([type="file"], [type="hidden"]), select, textarea):enabled:not([readonly])'

// Fallback focus targets for a dialog that was opened from a previous dialog, which is unmounted by then.
let lastOpeners: HTMLElement[] = []

/** A modal dialog. The focus returns to its opener, or to the closest focusable ancestor that still exists. */
export function Dialog({
  onClose,
  title,
  description,
  size = 'medium',
  locked,
  keepsOpen,
  side,
  firstFocus,
  children,
}: DialogProps) {
  const openers = useRef<HTMLElement[]>([])
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  function rememberOpener(event: Event) {
    const active = document.activeElement
    if (active instanceof HTMLElement && active !== document.body) lastOpeners = focusPath(active)
    openers.current = lastOpeners
    // Radix would focus the first control, which is the close button.
    event.preventDefault()
    const field = panel.current?.querySelector<HTMLElement>(fields)
    const target = firstFocus === 'title' ? undefined : (firstFocus?.current ?? field)
    ;(target ?? heading.current)?.focus()
  }
  function returnFocus(event: Event) {
    // Radix knows only its own triggers and would leave the focus on the body.
    event.preventDefault()
    // Closing may have navigated to something that has taken the focus already.
    if (document.activeElement !== document.body) return
    const place = openers.current.find((each) => each.isConnected) ?? document.querySelector('main')
    place?.focus({ preventScroll: true })
  }
  // Radix sends Escape to the layer that opened last, which may be a toast; here the dialog always handles it.
  const leaveToKeyDown = (event: Event) => event.preventDefault()
  function closeOnEscape(event: KeyboardEvent) {
    // Browsers give this code to keys that an input method handles, as when Escape ends its composition.
    const isComposing = event.keyCode === 229
    if (event.key === 'Escape' && !locked && !isComposing) onClose()
  }
  return (
    <RadixDialog.Root open onOpenChange={() => !locked && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay}>
          <RadixDialog.Content
            ref={panel}
            className={classNames('floats', styles.panel, side === 'right' ? styles.sheet : styles[size])}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={leaveToKeyDown}
            onKeyDown={closeOnEscape}
            onFocus={showFocused}
            onPointerDownOutside={(event) => (locked || keepsOpen) && event.preventDefault()}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <header className={styles.head}>
              <RadixDialog.Title ref={heading} tabIndex={-1} className={styles.title}>
                {title}
              </RadixDialog.Title>
              {!locked && (
                <RadixDialog.Close className={`centred ${iconButton.button} ${styles.close}`} aria-label="Close">
                  <Icon name="close" />
                </RadixDialog.Close>
              )}
              {description !== undefined && (
                <RadixDialog.Description className={`muted ${styles.description}`}>
                  {description}
                </RadixDialog.Description>
              )}
            </header>
            {children}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function showFocused({ target, currentTarget }: FocusEvent) {
  if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' })
}

function focusPath(element: HTMLElement) {
  const path = [element]
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around.hasAttribute('tabindex')) path.push(around)
  return path
}

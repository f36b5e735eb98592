import * as RadixToast from '@radix-ui/react-toast'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'
import styles from './toast.module.css'
import { useToastPlace } from './toast-place.ts'

export type ToastMessage = {
  title: string
  description?: string
  tone?: keyof typeof icons
  /** Delays the toast by this many ms; any other toast in that time replaces it. */
  afterQuietMs?: number
  /** The bar at the bottom edge of a phone says the same, so there the toast is announced and not shown. */
  isInStepBar?: boolean
}

const icons = { success: 'check', error: 'alert', waits: 'clock' } as const
const DURATION_MS = 5000
const SWIPE_PX = 50

/** The current toast; F8 moves the focus to it. */
export function ToastView({ message }: { message: ToastMessage }) {
  const { tone = 'success' } = message
  const viewport = useRef<HTMLOListElement>(null)
  useToastPlace(viewport)
  return (
    <RadixToast.Provider duration={DURATION_MS} swipeThreshold={SWIPE_PX}>
      <RadixToast.Root
        className={classNames('floats', styles.toast, styles[tone])}
        type={tone === 'error' ? 'foreground' : 'background'}
        data-in-step-bar={message.isInStepBar ? '' : undefined}
        onEscapeKeyDown={leaveToDialog}
      >
        <Icon name={icons[tone]} className={styles.icon} />
        <RadixToast.Title className={`strong ${styles.title}`}>{message.title}</RadixToast.Title>
        {message.description && (
          <RadixToast.Description className={`muted ${styles.description}`}>
            {message.description}
          </RadixToast.Description>
        )}
        <RadixToast.Close className={`centred ${iconButton.button} ${styles.close}`} aria-label="Close">
          <Icon name="close" size={18} />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport ref={viewport} className={`plain ${styles.viewport}`} hotkey={['F8']} />
    </RadixToast.Provider>
  )
}

function leaveToDialog(event: Event) {
  if (document.activeElement?.closest('[role="dialog"]')) event.preventDefault()
}

import { useEffect, useState } from 'react'
import { playAlert } from '#client/lib/alert-sound.ts'
import { Notice } from '#client/ui/notice.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { useWaiting } from './use-submissions.ts'

type OverdueBarProps = {
  onOpen: (submissionId: string) => void
  /** Announces without a bar, because the review needs the whole window. */
  isHidden: boolean
}

export function OverdueBar({ onOpen, isHidden }: OverdueBarProps) {
  const { overdue = 0, oldestDue } = useWaiting() ?? {}
  const text = overdue === 1 ? '1 order is overdue.' : `${overdue} orders are overdue.`
  const openOldest = () => oldestDue && onOpen(oldestDue.id)
  const announced = useAnnounced(overdue, text)
  return (
    <>
      {announced !== '' && (
        <p role="alert" className="visually-hidden">
          {announced}
        </p>
      )}
      {oldestDue && overdue > 0 && !isHidden && (
        <Notice tone="bad">
          <span className="cluster gap-3">
            {text}
            <SmallButton onClick={openOldest}>Open the oldest</SmallButton>
          </span>
        </Notice>
      )}
    </>
  )
}

/** The text of the first overdue orders only. A rising number plays the alert while the page is not in use. */
function useAnnounced(overdue: number, text: string) {
  const [announced, setAnnounced] = useState('')
  const [former, setFormer] = useState(0)
  useEffect(() => {
    if (overdue > former) playAlert()
    setFormer(overdue)
  }, [overdue, former])
  const isAnnounced = announced !== ''
  if (overdue > 0 && !isAnnounced) setAnnounced(text)
  if (overdue === 0 && isAnnounced) setAnnounced('')
  return announced
}

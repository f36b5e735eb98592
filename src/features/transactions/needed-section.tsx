import { type ReactNode, useId } from 'react'
import { Countdown } from '#client/ui/countdown.tsx'
import { wantedNames } from '#shared/information-request.ts'
import type { RequestView } from '#shared/information-request-schema.ts'

export function requestStep({ type }: RequestView) {
  const text =
    type === 'fix'
      ? 'Send what we need below. Your order keeps its place in the queue.'
      : 'Look at our offer below, and accept or decline it.'
  return { text, action: 'none' } as const
}

type NeededSectionProps = {
  request?: RequestView
  children: ReactNode
}

export function NeededSection({ request, children }: NeededSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <h3 id={id}>We need something from you</h3>
      {request && (
        <>
          {request.words !== undefined && <p className="quotation">{request.words}</p>}
          <ul>
            {request.wants?.map((item) => (
              <li key={item}>{wantedNames[item]}</li>
            ))}
          </ul>
          <p>
            <TimeLeft until={request.dueAt} ended="The time to send it is over. We close this order now." />
          </p>
        </>
      )}
      {children}
    </section>
  )
}

export function TimeLeft({ until, ended }: { until: string; ended: string }) {
  return <Countdown until={until} text={({ left, end }) => `${left} left, until ${end}`} ended={ended} />
}

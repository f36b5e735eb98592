import { endOfTerm, phaseOfTerm, timeLeft } from '#client/lib/time-left.ts'
import { useNow } from '#client/lib/use-now.ts'

const SECOND_MS = 1000

type CountdownProps = {
  /** When the term ends (ISO 8601). */
  until: string
  text: (facts: { left: string; end: string }) => string
  ended: string
  /** Another countdown on the page announces the same. */
  isQuiet?: boolean
}

/** The time left until the end of a term. Screen readers announce it five minutes before the end, and at the end. */
export function Countdown({ until, text, ended, isQuiet }: CountdownProps) {
  const now = useNow(SECOND_MS)
  const leftMs = Date.parse(until) - now
  const phase = phaseOfTerm(leftMs)
  const hasEnded = phase === 'ended'
  return (
    <span>
      {!hasEnded && (
        <span className={phase === 'ending' ? 'strong warn' : undefined}>
          {text({ left: timeLeft(leftMs), end: endOfTerm(until, now) })}
        </span>
      )}
      {/* Always rendered, so that screen readers announce changes. */}
      <span role={isQuiet ? undefined : 'status'} className={hasEnded ? 'strong warn' : 'visually-hidden'}>
        {hasEnded ? ended : phase === 'ending' && !isQuiet ? 'Less than 5 minutes left.' : ''}
      </span>
    </span>
  )
}

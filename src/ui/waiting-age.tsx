import { Icon } from './icon.tsx'

/** 'late' and 'overdue' also get an icon and a word, not just a colour. */
type WaitingAgeProps = { age: string; urgency: 'fresh' | 'late' | 'overdue' }

export function WaitingAge({ age, urgency }: WaitingAgeProps) {
  if (urgency === 'fresh') return <span className="muted">{age}</span>
  const isOverdue = urgency === 'overdue'
  return (
    <span className={`inline-row gap-1 strong ${isOverdue ? 'bad' : 'warn'}`}>
      <Icon name="clock" size={16} /> {isOverdue ? `overdue, ${age}` : `waiting ${age}`}
    </span>
  )
}

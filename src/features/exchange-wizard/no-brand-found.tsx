import { Link } from '@tanstack/react-router'
import { SmallButton } from '#client/ui/button.tsx'
import styles from './brand-field.module.css'

export function NoBrandFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <div className={`stack start gap-2 ${styles.nothing}`} role="status">
      <p>
        <strong>No brand matches ‘{query.trim()}’.</strong>
      </p>
      <p className="muted">
        Check the spelling, or ask us. We may still buy it.{' '}
        <Link to="/contact" search={{ about: query.trim() }}>
          Ask support about this card
        </Link>
      </p>
      <SmallButton onClick={onClear}>Show all brands</SmallButton>
    </div>
  )
}

import type { ReactNode } from 'react'

/** A link that opens beside this page, so that nothing typed here is lost, and says so to who cannot see it happen. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

import type { ReactNode } from 'react'
import { lastUpdated } from './last-updated.ts'
import { LegalPage } from './legal-page.tsx'
import { privacySections } from './privacy-sections.ts'

/** What we know about people, why, for how long, and who can see it. */
export function PrivacyPolicy({ children }: { children?: ReactNode }) {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="A gift card code is as good as cash. This is how we guard it, and you."
      updated={lastUpdated}
      sections={privacySections}
    >
      {children}
    </LegalPage>
  )
}
